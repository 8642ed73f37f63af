import type { PaymentIntent } from "@stripe/stripe-js";
import { authenticate, challengeOf } from "./authenticate.ts";
import { type ApiAccess, callIntent, type IntentResult } from "./call-api.ts";
import type { CardElement } from "./card-element.ts";
import { intentIdOf } from "./integration-error.ts";
import type { BillingDetails } from "./messages.ts";

export type Confirmation = {
  clientSecret: string;
  /** A payment method's ID or an Element. If undefined, the intent's own payment method is used. */
  method: string | CardElement | undefined;
  billing: BillingDetails;
  returnUrl: string | undefined;
  /** The amount that the buyer saw; undefined if it came from the intent itself. */
  amount?: number | undefined;
};

const WRONG_AMOUNT = {
  type: "invalid_request_error",
  message: "The amount of the payment intent is not the amount of the Elements.",
} as const;

/** Validates the inputs, confirms the intent and runs 3D Secure if the card requires it. */
export async function confirmIntent(
  api: ApiAccess,
  { clientSecret, method, billing, returnUrl, amount }: Confirmation,
): Promise<IntentResult> {
  const id = intentIdOf(clientSecret, "the payment");
  if (amount !== undefined) {
    const { paymentIntent } = await retrieveIntent(api, clientSecret);
    if (paymentIntent && paymentIntent.amount !== amount) return { error: WRONG_AMOUNT };
  }
  let paymentMethod = typeof method === "string" ? method : undefined;
  if (method && typeof method !== "string") {
    const invalid = await method.validate();
    if (invalid) return { error: invalid };
    const tokenized = await method.tokenize(billing);
    if (tokenized.error) return { error: tokenized.error };
    paymentMethod = tokenized.paymentMethod;
  }
  const confirmed = await callIntent(api, "POST", `/v1/payment_intents/${id}/confirm`, {
    client_secret: clientSecret,
    use_stripe_sdk: "true",
    ...(paymentMethod && { payment_method: paymentMethod }),
    ...(returnUrl && { return_url: returnUrl }),
  });
  return confirmed.paymentIntent
    ? await finishAction(api, confirmed.paymentIntent, clientSecret)
    : confirmed;
}

export function retrieveIntent(api: ApiAccess, clientSecret: string): Promise<IntentResult> {
  const id = intentIdOf(clientSecret, "stripe.retrievePaymentIntent");
  return callIntent(api, "GET", `/v1/payment_intents/${id}`, { client_secret: clientSecret });
}

/** Runs the intent's next action, if there is one, and returns the updated intent. */
export async function finishAction(
  api: ApiAccess,
  intent: PaymentIntent,
  clientSecret: string,
): Promise<IntentResult> {
  const challenge = challengeOf(intent);
  if (!challenge) return { paymentIntent: intent };
  await authenticate(api, challenge);
  const result = await retrieveIntent(api, clientSecret);
  const failure = result.paymentIntent?.last_payment_error;
  if (result.paymentIntent?.status !== "requires_payment_method" || !failure) return result;
  return { error: { ...failure, payment_intent: result.paymentIntent } };
}
