import type Stripe from "stripe";
import type { Budget } from "./budget.ts";
import type { Provider } from "./provider.ts";

/** What the provider says of a payment now. Amounts are in cents. */
export type PaymentFacts = {
  intentId: string;
  status: Stripe.PaymentIntent.Status;
  currency: string;
  received: number;
  metadata: Stripe.Metadata;
  /** A card was refused and none has been charged or is being tried. */
  isDeclined: boolean;
  amountRefunded: number;
  isRefunded: boolean;
  /** The money is claimed back or lost. */
  isDisputed: boolean;
};

// Inquiries (warning_...) and prevented disputes take no money.
const HARMLESS_DISPUTES = new Set<string>([
  "won",
  "prevented",
  "warning_closed",
  "warning_needs_response",
  "warning_under_review",
]);

const AT_REST = new Set<Stripe.PaymentIntent.Status>(["requires_payment_method", "canceled"]);

/** Reads a payment from the provider, whatever an event said of it; undefined when there is none. */
export async function readPayment(
  provider: Provider,
  budget: Budget,
  intentId: string,
): Promise<PaymentFacts | undefined> {
  const intent = await provider.findIntent(budget, intentId);
  if (!intent) return undefined;
  const charge = chargeOf(intent);
  const disputes = charge?.disputed ? await provider.listDisputes(budget, intentId) : [];
  return {
    intentId,
    status: intent.status,
    currency: intent.currency,
    received: intent.amount_received,
    metadata: intent.metadata,
    isDeclined:
      AT_REST.has(intent.status) &&
      (intent.last_payment_error !== null || charge?.status === "failed"),
    amountRefunded: charge?.amount_refunded ?? 0,
    isRefunded: charge?.refunded ?? false,
    isDisputed: disputes.some(({ status }) => !HARMLESS_DISPUTES.has(status)),
  };
}

function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return typeof charge === "object" && charge !== null ? charge : undefined;
}
