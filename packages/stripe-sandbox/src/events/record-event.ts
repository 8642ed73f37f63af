import type Stripe from "stripe";
import { API_VERSION, nowInSeconds, type Sandbox } from "../sandbox.ts";
import { newId } from "../state/new-id.ts";

type Of<Prefix extends string> = Extract<Stripe.Event["type"], `${Prefix}.${string}`>;
type IntentEvent = Exclude<
  Of<"payment_intent">,
  "payment_intent.amount_capturable_updated" | "payment_intent.partially_funded"
>;
type ChargeEvent = "charge.succeeded" | "charge.failed" | "charge.refunded" | "charge.updated";
type DisputeEvent = Of<"charge.dispute">;
type RefundEvent = "refund.created" | "refund.updated";
type CustomerEvent = "customer.created" | "customer.updated" | "customer.deleted";

export function recordIntentEvent(
  sandbox: Sandbox,
  type: IntentEvent,
  object: Stripe.PaymentIntent,
): void {
  record(sandbox, { ...newEvent(sandbox), type, data: { object } });
}

export function recordChargeEvent(
  sandbox: Sandbox,
  type: ChargeEvent,
  object: Stripe.Charge,
): void {
  record(sandbox, { ...newEvent(sandbox), type, data: { object } });
}

export function recordDisputeEvent(
  sandbox: Sandbox,
  type: DisputeEvent,
  object: Stripe.Dispute,
): void {
  record(sandbox, { ...newEvent(sandbox), type, data: { object } });
}

export function recordRefundEvent(
  sandbox: Sandbox,
  type: RefundEvent,
  object: Stripe.Refund,
): void {
  record(sandbox, { ...newEvent(sandbox), type, data: { object } });
}

export function recordCustomerEvent(
  sandbox: Sandbox,
  type: CustomerEvent,
  object: Stripe.Customer,
): void {
  record(sandbox, { ...newEvent(sandbox), type, data: { object } });
}

function newEvent(sandbox: Sandbox) {
  return {
    id: newId("evt"),
    object: "event",
    api_version: API_VERSION,
    created: nowInSeconds(sandbox),
    livemode: false,
    pending_webhooks: 1,
    request: sandbox.request,
  } as const;
}

function record(sandbox: Sandbox, event: Stripe.Event): void {
  sandbox.store.put("event", event);
  sandbox.onEvent(event);
}
