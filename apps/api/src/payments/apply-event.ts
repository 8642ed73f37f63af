import { hasStripeEvent, insertStripeEvent } from "@studbook/db/queries/stripe-events";
import type Stripe from "stripe";
import { activateMembership } from "./activate-membership.ts";
import type { Deadline } from "./deadline.ts";
import type { PaymentParts } from "./payment-parts.ts";

/** The types of events that report refunds and disputes. */
export const REFUND_AND_DISPUTE_EVENTS = [
  "charge.refunded",
  "charge.refund.updated",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
] as const satisfies Stripe.Event["type"][];

/**
 * Applies a Stripe event once. The event only identifies the payment, whose state is then read from Stripe, so
 * events may arrive in any order. Events of other types are ignored.
 *
 * @returns whether anything changed
 * @throws DomainError PROVIDER_UNAVAILABLE, BUSY
 */
export async function applyEvent(
  parts: PaymentParts,
  event: Stripe.Event,
  deadline?: Deadline,
): Promise<boolean> {
  const intentId = intentOf(event);
  if (intentId === undefined || (await hasStripeEvent(parts.db, event.id))) return false;
  const { id, type } = event;
  const { state, changed } = await activateMembership(parts, intentId, {
    event: { id, type },
    ...(deadline && { deadline }),
  });
  // Attempts are stored before their intents are created, so an unknown payment stays unknown.
  if (state === "unknown") {
    await parts.db.transaction().execute((tx) => insertStripeEvent(tx, { id, type }));
  }
  return changed;
}

function intentOf(event: Stripe.Event): string | undefined {
  // Stripe's events always have an object, but others that know the secret may send none.
  if (!event.data.object) return undefined;
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return event.data.object.id;
    case "charge.refunded":
    case "charge.refund.updated":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return idOf(event.data.object.payment_intent);
    default:
      return undefined;
  }
}

function idOf(reference: string | { id: string } | null): string | undefined {
  return typeof reference === "string" ? reference : reference?.id;
}
