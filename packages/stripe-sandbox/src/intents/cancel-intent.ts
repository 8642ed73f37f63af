import type Stripe from "stripe";
import { recordIntentEvent } from "../events/record-event.ts";
import { nowInSeconds, type Sandbox } from "../sandbox.ts";
import { unexpectedState } from "./unexpected-state.ts";

const CANCELABLE = [
  "requires_payment_method",
  "requires_capture",
  "requires_confirmation",
  "requires_action",
  "processing",
];

/** Cancels an unpaid intent. @throws ApiError 400 if it is already paid or canceled. */
export function cancelIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | undefined,
): Stripe.PaymentIntent {
  if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(", ")}.`,
    );
  }
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    canceled_at: nowInSeconds(sandbox),
    cancellation_reason: reason ?? null,
    next_action: null,
    status: "canceled",
  };
  sandbox.store.put("payment_intent", canceled);
  recordIntentEvent(sandbox, "payment_intent.canceled", canceled);
  return canceled;
}
