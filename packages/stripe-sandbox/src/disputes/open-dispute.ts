import type Stripe from "stripe";
import { recordChargeEvent, recordDisputeEvent } from "../events/record-event.ts";
import { invalidRequest } from "../http/api-error.ts";
import { getObject, nowInSeconds, type Sandbox } from "../sandbox.ts";
import { newId } from "../state/new-id.ts";
import { NO_EVIDENCE } from "./no-evidence.ts";

const ANSWER_WITHIN_SECONDS = 7 * 86_400;
const CLOSED = ["won", "lost"];

/** The cardholder disputes a paid charge. @throws ApiError 400 when that is not possible. */
export function openDispute(
  sandbox: Sandbox,
  chargeId: string,
  { reason = "general", amount }: { reason?: string | undefined; amount?: number | undefined },
): Stripe.Dispute {
  const charge = getObject(sandbox, "charge", chargeId, "charge");
  if (charge.status !== "succeeded" || charge.disputed) {
    throw invalidRequest("This charge failed or is disputed already.", { param: "charge" });
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
      due_by: now + ANSWER_WITHIN_SECONDS,
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

/** The bank decides. The charge stays marked as disputed either way. @throws ApiError 400 the second time. */
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
