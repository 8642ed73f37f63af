import type { Appearance, StripeError } from "@stripe/stripe-js";

/** All messages travel over a private MessagePort between the page and the frame. */
export type BillingDetails = {
  address?: { country?: string; postal_code?: string };
  email?: string;
  name?: string;
  phone?: string;
};

export type FormOptions = { appearance?: Appearance; readOnly?: boolean };

/** An error in the result of a stripe.js call. */
export type Failure = Pick<
  StripeError,
  "type" | "code" | "message" | "decline_code" | "param" | "payment_intent" | "charge"
>;

/** From the page to the frame with the card inputs. */
export type ToForm =
  | { type: "options"; options: FormOptions }
  | { type: "focus" | "blur" | "clear" }
  | { type: "validate"; call: number }
  | { type: "tokenize"; call: number; key: string; billing: BillingDetails };

export type FormState = {
  empty: boolean;
  complete: boolean;
  brand: "visa" | "mastercard" | "amex" | "discover" | "unknown";
  error: { type: "validation_error"; code: string; message: string } | undefined;
};

/** From the frame to the page. The brand is the only card data among it. */
export type FromForm =
  | { type: "ready" | "focus" | "blur" | "escape" | "enter" }
  | { type: "height"; px: number }
  | { type: "change"; state: FormState }
  | { type: "reply"; call: number; error?: Failure; paymentMethod?: string };
