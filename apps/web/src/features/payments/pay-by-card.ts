import type { PaymentIntent, Stripe, StripeElements, StripeError } from "@stripe/stripe-js";
import type { Data } from "../../trpc.ts";
import { loadOwnIntent } from "./own-intent.ts";

export type PayOutcome =
  | { kind: "succeeded"; intentId: string }
  /** The form shows at its fields what is missing. */
  | { kind: "incomplete" }
  /** The intent was canceled (replaced in another tab, or it took too long), or it is not this user's. */
  | { kind: "canceled" }
  /** Another user has signed in, or no one is signed in. */
  | { kind: "signed-out" }
  /** The same intent can be paid again. */
  | ({ kind: "failed" } & PaymentFailure);

/** Why a payment failed, and what the buyer can do. */
export type PaymentFailure = { message: string; advice?: string | undefined };

/** The message for the outcome "canceled". */
export const PAYMENT_CANCELED =
  "This payment was replaced in another tab or took too long. Nothing was charged.";

const NOT_CHARGED = "Nothing was charged.";
const AFTER_DECLINE = `${NOT_CHARGED} Try another card, or ask your bank why.`;
/** Its message already asks for another card. */
const FAILED_3D_SECURE = "payment_intent_authentication_failure";

const UNFINISHED = "The payment was not completed. Please try again.";
const UNANSWERED =
  "The payment provider did not respond. Please try again. You will not be charged twice.";

type Payment = {
  stripe: Stripe;
  elements: StripeElements;
  clientSecret: string;
  /** The page that the bank's own page returns to. */
  returnPath: string;
};

/**
 * Pays an intent with the card in the form, if it still belongs to the signed-in user. Another user may have signed in
 * in this browser since the form was shown, and would pay for someone else's membership.
 */
export async function payOwnIntent(payment: Payment & { data: Data }): Promise<PayOutcome> {
  const { error: incomplete } = await payment.elements.submit();
  if (incomplete) return { kind: "incomplete" };
  const own = await loadOwnIntent(payment.data, payment.clientSecret);
  if (own.kind === "other") return { kind: "canceled" };
  if (own.kind === "signed-out") return own;
  if (own.kind === "failed") return { kind: "failed", message: own.text };
  return await payByCard(payment);
}

/**
 * Pays an intent with the card in the form, without leaving the page. Only `succeeded` counts as paid (specification,
 * section 4). If Stripe's response is lost, retrieves the intent instead.
 */
async function payByCard(payment: Payment): Promise<PayOutcome> {
  const { stripe, clientSecret } = payment;
  const { error, paymentIntent } = await confirm(payment);
  const intent = paymentIntent ?? error?.payment_intent ?? (await findIntent(stripe, clientSecret));
  if (intent?.status === "succeeded") return { kind: "succeeded", intentId: intent.id };
  if (intent?.status === "canceled") return { kind: "canceled" };
  const message = error?.message ?? (intent ? UNFINISHED : UNANSWERED);
  if (!error || intent?.status !== "requires_payment_method") return { kind: "failed", message };
  const advice = error.code === FAILED_3D_SECURE ? NOT_CHARGED : AFTER_DECLINE;
  return { kind: "failed", message, advice };
}

type Confirmation = { error?: StripeError | undefined; paymentIntent?: PaymentIntent | undefined };

async function confirm({
  stripe,
  elements,
  clientSecret,
  returnPath,
}: Payment): Promise<Confirmation> {
  try {
    return await stripe.confirmPayment({
      elements,
      clientSecret,
      redirect: "if_required",
      confirmParams: { return_url: location.origin + returnPath },
    });
  } catch {
    // It is unknown whether the card was charged. The caller retrieves the intent.
    return {};
  }
}

async function findIntent(
  stripe: Stripe,
  clientSecret: string,
): Promise<PaymentIntent | undefined> {
  try {
    return (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent;
  } catch {
    // There is still no connection.
    return undefined;
  }
}
