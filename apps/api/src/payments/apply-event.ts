import { hasStripeEvent, insertStripeEvent } from "@studbook/db/queries/stripe-events";
import type Stripe from "stripe";
import { activateMembership } from "./activate-membership.ts";
import type { Budget } from "./budget.ts";
import type { PaymentParts } from "./payment-parts.ts";

/** The events by which money comes back or is claimed back. */
export const MONEY_BACK_EVENTS = [
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
 * Lets an event have its effects, once. It only says which payment to look at: what happened to that is
 * read from the provider, and that a card was refused does not pass, so events may come in any order. Others
 * than those of payments are passed over.
 *
 * @returns whether anything has changed
 * @throws DomainError PROVIDER_UNAVAILABLE, BUSY
 */
export async function applyEvent(
  parts: PaymentParts,
  event: Stripe.Event,
  budget?: Budget,
): Promise<boolean> {
  const intentId = intentOf(event);
  if (intentId === undefined || (await hasStripeEvent(parts.db, event.id))) return false;
  const { id, type } = event;
  const { state, changed } = await activateMembership(parts, intentId, {
    event: { id, type },
    ...(budget && { budget }),
  });
  // Attempts are written before intents are made, so what is unknown now stays so.
  if (state === "unknown") {
    await parts.db.transaction().execute((tx) => insertStripeEvent(tx, { id, type }));
  }
  return changed;
}

function intentOf(event: Stripe.Event): string | undefined {
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
