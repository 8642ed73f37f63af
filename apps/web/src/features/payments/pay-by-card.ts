import type { PaymentIntent, Stripe, StripeElements, StripeError } from "@stripe/stripe-js";
import type { Data } from "../../trpc.ts";
import { findOwnIntent } from "./own-intent.ts";

export type PayOutcome =
  | { kind: "succeeded"; intentId: string }
  /** The form shows beside its fields what is missing. */
  | { kind: "incomplete" }
  /** The intent was canceled, because another tab has replaced it or it took too long, or is not this user's. */
  | { kind: "ended" }
  /** Another user has signed in, or nobody is. */
  | { kind: "signed-out" }
  /** One sentence for a person; the same intent can be paid again. */
  | { kind: "failed"; message: string };

/** What is said of an outcome `ended`. */
export const PAYMENT_ENDED =
  "This payment was replaced in another tab or took too long. Nothing was charged.";

const UNFINISHED = "The payment was not completed. Please try again.";
const UNANSWERED =
  "The payment provider did not answer. Please try again: a payment that went through is not charged twice.";

/**
 * Pays an intent with the card in the form, if it still belongs to whoever is signed in: another user may have
 * signed in at this browser since the form was shown, and would pay for somebody else's membership.
 */
export async function payOwnIntent(
  data: Data,
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
): Promise<PayOutcome> {
  const { error: incomplete } = await elements.submit();
  if (incomplete) return { kind: "incomplete" };
  const own = await findOwnIntent(data, clientSecret);
  if (own.kind === "other") return { kind: "ended" };
  if (own.kind === "signed-out") return own;
  if (own.kind === "unanswered") return { kind: "failed", message: own.text };
  return await payByCard(stripe, elements, clientSecret);
}

/**
 * Pays an intent with the card in the form, without leaving the page. Only `succeeded` counts as paid
 * (specification, section 4); where the answer was lost, the intent itself is asked.
 */
async function payByCard(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
): Promise<PayOutcome> {
  const { error, paymentIntent } = await confirm(stripe, elements, clientSecret);
  const intent = paymentIntent ?? error?.payment_intent ?? (await findIntent(stripe, clientSecret));
  if (intent?.status === "succeeded") return { kind: "succeeded", intentId: intent.id };
  if (intent?.status === "canceled") return { kind: "ended" };
  return { kind: "failed", message: error?.message ?? (intent ? UNFINISHED : UNANSWERED) };
}

type Confirmation = { error?: StripeError | undefined; paymentIntent?: PaymentIntent | undefined };

async function confirm(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
): Promise<Confirmation> {
  try {
    return await stripe.confirmPayment({
      elements,
      clientSecret,
      redirect: "if_required",
      confirmParams: { return_url: `${location.origin}/my-ads` },
    });
  } catch {
    // Whether the card was charged is not known: the caller asks the intent.
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
    // Still no connection.
    return undefined;
  }
}
