import type Stripe from "stripe";
import type { Deadline } from "./deadline.ts";
import type { Provider } from "./provider.ts";

/** The current state of a payment at Stripe. Amounts are in cents. */
export type PaymentFacts = {
  intentId: string;
  status: Stripe.PaymentIntent.Status;
  currency: string;
  received: number;
  metadata: Stripe.Metadata;
  /** A card was declined, and no card has been charged or is being processed. */
  isDeclined: boolean;
  amountRefunded: number;
  isRefunded: boolean;
  /** A dispute is open or lost. */
  isDisputed: boolean;
};

// Inquiries (warning_...) and prevented disputes withdraw no money.
const HARMLESS_DISPUTES = new Set<string>([
  "won",
  "prevented",
  "warning_closed",
  "warning_needs_response",
  "warning_under_review",
]);

const INACTIVE = new Set<Stripe.PaymentIntent.Status>(["requires_payment_method", "canceled"]);

/** Reads the current state of a payment from Stripe. Returns undefined if the intent does not exist. */
export async function readPayment(
  provider: Provider,
  deadline: Deadline,
  intentId: string,
): Promise<PaymentFacts | undefined> {
  const intent = await provider.findIntent(deadline, intentId);
  if (!intent) return undefined;
  const charge = chargeOf(intent);
  const disputes = charge?.disputed ? await provider.listDisputes(deadline, intentId) : [];
  return {
    intentId,
    status: intent.status,
    currency: intent.currency,
    received: intent.amount_received,
    metadata: intent.metadata,
    isDeclined:
      INACTIVE.has(intent.status) &&
      (intent.last_payment_error !== null || charge?.status === "failed"),
    amountRefunded: charge?.amount_refunded ?? 0,
    isRefunded: charge?.refunded ?? false,
    isDisputed: disputes.some(({ status }) => !HARMLESS_DISPUTES.has(status)),
  };
}

function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return typeof charge === "object" && charge !== null ? charge : undefined;
}
