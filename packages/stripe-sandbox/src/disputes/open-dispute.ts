import type Stripe from "stripe";
import { recordChargeEvent, recordDisputeEvent } from "../events/record-event.ts";
import { invalidRequest } from "../http/api-error.ts";
import { getObject, nowInSeconds, type Sandbox } from "../sandbox.ts";
import { newId } from "../state/new-id.ts";

const RESPONSE_PERIOD_SECONDS = 7 * 86_400;
const CLOSED = ["won", "lost"];

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** Disputes a charge. @throws ApiError 400 if the charge failed or is already disputed. */
export function openDispute(
  sandbox: Sandbox,
  chargeId: string,
  { reason = "general", amount }: { reason?: string | undefined; amount?: number | undefined },
): Stripe.Dispute {
  const charge = getObject(sandbox, "charge", chargeId, "charge");
  if (charge.status !== "succeeded" || charge.disputed) {
    throw invalidRequest("This charge failed or is already disputed.", { param: "charge" });
  }
  const now = nowInSeconds(sandbox);
  const brand = charge.payment_method_details?.card?.brand ?? "visa";
  const dispute: Stripe.Dispute = {
    id: newId("du"),
    object: "dispute",
    amount: amount ?? charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: now + RESPONSE_PERIOD_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: "10.4",
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand, case_type: "chargeback", network: brand, network_reason_code: "10.4" },
      type: "card",
    },
    reason,
    status: "needs_response",
  };
  const disputed = { ...charge, disputed: true };
  sandbox.store.put("dispute", dispute);
  sandbox.store.put("charge", disputed);
  recordDisputeEvent(sandbox, "charge.dispute.created", dispute);
  recordDisputeEvent(sandbox, "charge.dispute.funds_withdrawn", dispute);
  recordChargeEvent(sandbox, "charge.updated", disputed);
  return dispute;
}

/** Closes a dispute. The charge stays `disputed`, as with Stripe. @throws ApiError 400 if it is closed. */
export function closeDispute(sandbox: Sandbox, id: string, status: "won" | "lost"): Stripe.Dispute {
  const dispute = getObject(sandbox, "dispute", id);
  if (CLOSED.includes(dispute.status)) {
    throw invalidRequest("This dispute is already closed", { param: "dispute" });
  }
  const closed: Stripe.Dispute = { ...dispute, status };
  sandbox.store.put("dispute", closed);
  recordDisputeEvent(sandbox, "charge.dispute.closed", closed);
  if (status === "won") recordDisputeEvent(sandbox, "charge.dispute.funds_reinstated", closed);
  return closed;
}
