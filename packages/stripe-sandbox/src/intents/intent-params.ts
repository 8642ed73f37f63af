import { z } from "zod";
import { invalidRequest } from "../http/api-error.ts";
import { Metadata, trueOrFalse, wholeNumber } from "../http/read-params.ts";

/** Minimum charges in the currency's smallest unit: https://docs.stripe.com/currencies */
const MIN_AMOUNTS: Record<string, number> = { usd: 50, eur: 50, cad: 50, aud: 50, gbp: 30 };
const MAX_AMOUNT = 99_999_999;

const Shared = {
  allowed_payment_method_types: z
    .array(z.literal("card", "The sandbox only supports cards."))
    .min(1),
  amount: wholeNumber,
  currency: z.string().toLowerCase(),
  customer: z.string(),
  description: z.string().max(1000),
  metadata: Metadata,
  payment_method: z.string(),
  receipt_email: z.email(),
  statement_descriptor_suffix: z
    .string()
    .max(22)
    .regex(/^[^<>\\'"*]*[A-Za-z][^<>\\'"*]*$/, "The statement descriptor suffix is not valid."),
};

const Confirmation = {
  error_on_requires_action: trueOrFalse,
  off_session: trueOrFalse,
  return_url: z.url(),
  use_stripe_sdk: trueOrFalse,
};

export const CreateIntent = z
  .strictObject({
    ...Shared,
    ...Confirmation,
    automatic_payment_methods: z.strictObject({
      enabled: trueOrFalse,
      allow_redirects: z.enum(["always", "never"]).optional(),
    }),
    capture_method: z.enum(["automatic", "automatic_async"]),
    confirm: trueOrFalse,
  })
  .partial()
  .required({ amount: true, currency: true });

export const UpdateIntent = z.strictObject(Shared).partial();

export const ConfirmIntent = z
  .strictObject({
    ...Confirmation,
    client_secret: z.string(),
    payment_method: Shared.payment_method,
    receipt_email: Shared.receipt_email,
  })
  .partial();

export type Confirm = z.output<typeof ConfirmIntent>;

export const CancelIntent = z
  .strictObject({
    cancellation_reason: z.enum(["abandoned", "duplicate", "fraudulent", "requested_by_customer"]),
  })
  .partial();

/** @throws ApiError 400 if the currency is unknown or the amount is out of range. */
export function checkAmount(amount: number, currency: string): void {
  const smallest = MIN_AMOUNTS[currency];
  if (smallest === undefined) {
    throw invalidRequest(`Invalid currency: ${currency}.`, { param: "currency" });
  }
  if (amount < 1) {
    throw invalidRequest("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  }
  if (amount < smallest) {
    throw invalidRequest(`Amount must be at least ${formatAmount(smallest, currency)}`, {
      code: "amount_too_small",
      param: "amount",
    });
  }
  if (amount > MAX_AMOUNT) {
    throw invalidRequest(`Amount must be no more than ${formatAmount(MAX_AMOUNT, currency)}`, {
      code: "amount_too_large",
      param: "amount",
    });
  }
}

function formatAmount(amount: number, currency: string): string {
  const text = (amount / 100).toLocaleString("en-US", { style: "currency", currency });
  return `${text} ${currency}`;
}
