import type Stripe from "stripe";
import { z } from "zod";
import { recordChargeEvent, recordRefundEvent } from "../events/record-event.ts";
import { invalidRequest } from "../http/api-error.ts";
import { mergeMetadata } from "../http/merge-metadata.ts";
import { Metadata, wholeNumber } from "../http/read-params.ts";
import { getObject, nowInSeconds, type Sandbox } from "../sandbox.ts";
import { newId } from "../state/new-id.ts";

export const CreateRefund = z
  .strictObject({
    amount: wholeNumber.pipe(z.number().min(1)),
    charge: z.string(),
    payment_intent: z.string(),
    reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]),
    metadata: Metadata,
  })
  .partial();

/**
 * Refunds `amount` or, by default, the rest of a charge.
 *
 * @throws ApiError 400 if the charge failed or is disputed, or if less than `amount` is left.
 */
export function createRefund(
  sandbox: Sandbox,
  params: z.output<typeof CreateRefund>,
): Stripe.Refund {
  const charge = getCharge(sandbox, params);
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount ?? left;
  checkRefundable(sandbox, charge, amount, left);
  const refund: Stripe.Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: nowInSeconds(sandbox),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: {
        reference_status: "pending",
        reference_type: "acquirer_reference_number",
        type: "refund",
      },
      type: "card",
    },
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  sandbox.store.put("refund", refund);
  const refunded: Stripe.Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  };
  sandbox.store.put("charge", refunded);
  recordRefundEvent(sandbox, "refund.created", refund);
  recordChargeEvent(sandbox, "charge.refunded", refunded);
  return refund;
}

function getCharge(
  sandbox: Sandbox,
  { charge, payment_intent: intentId }: z.output<typeof CreateRefund>,
): Stripe.Charge {
  if (charge) return getObject(sandbox, "charge", charge, "charge");
  if (!intentId) {
    throw invalidRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  }
  const intent = getObject(sandbox, "payment_intent", intentId, "payment_intent");
  if (intent.status === "succeeded" && typeof intent.latest_charge === "string") {
    return getObject(sandbox, "charge", intent.latest_charge);
  }
  throw invalidRequest(
    `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    { param: "payment_intent" },
  );
}

function checkRefundable(
  { store }: Sandbox,
  charge: Stripe.Charge,
  amount: number,
  left: number,
): void {
  if (charge.status !== "succeeded") {
    throw invalidRequest(`Charge ${charge.id} has not been captured, so it cannot be refunded.`, {
      param: "charge",
    });
  }
  const dispute = store.list("dispute").find((found) => found.charge === charge.id);
  if (dispute && dispute.status !== "won") {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  }
  if (amount > left) {
    throw invalidRequest(
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
      { param: "amount" },
    );
  }
}
