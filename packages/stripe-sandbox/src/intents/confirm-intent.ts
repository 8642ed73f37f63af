import type Stripe from "stripe";
import { type Decline, findByFingerprint, type Outcome } from "../cards/test-cards.ts";
import { type ApiError, invalidRequest } from "../http/api-error.ts";
import { getPaymentMethod } from "../payment-methods/payment-method.ts";
import type { Sandbox } from "../sandbox.ts";
import { askForAuthentication } from "./challenge.ts";
import type { Confirm } from "./intent-params.ts";
import { declineIntent, succeedIntent } from "./settle-intent.ts";
import { unexpectedState } from "./unexpected-state.ts";

const CONFIRMABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];

/**
 * Tries to pay an intent. Returns a decline instead of throwing it, so that the failed charge is
 * committed.
 *
 * @throws ApiError 400 if the intent is paid or canceled, or has no payment method.
 */
export function confirmIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  params: Confirm,
): Stripe.PaymentIntent | ApiError {
  checkConfirmable(intent);
  const methodId = params.payment_method ?? intent.payment_method;
  if (typeof methodId !== "string") {
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    );
  }
  const method = getPaymentMethod(sandbox, methodId);
  const updated: Stripe.PaymentIntent = {
    ...intent,
    payment_method: method.id,
    receipt_email: params.receipt_email ?? intent.receipt_email,
    next_action: null,
  };
  const outcome = outcomeOf(method);
  if (outcome.kind === "decline") return declineIntent(sandbox, updated, method, outcome);
  if (outcome.kind === "succeed") return succeedIntent(sandbox, updated, method, {});
  if (params.off_session || params.error_on_requires_action) {
    return declineIntent(sandbox, updated, method, AUTHENTICATION_REQUIRED);
  }
  return askForAuthentication(sandbox, updated, method, params);
}

const AUTHENTICATION_REQUIRED: Decline = {
  kind: "decline",
  code: "authentication_required",
  declineCode: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};

function outcomeOf(method: Stripe.PaymentMethod): Outcome {
  const card = findByFingerprint(method.card?.fingerprint);
  if (!card) throw invalidRequest("The sandbox can only charge its test cards.");
  return card.outcome;
}

function checkConfirmable(intent: Stripe.PaymentIntent): void {
  if (CONFIRMABLE.includes(intent.status)) return;
  throw unexpectedState(
    intent,
    intent.status === "succeeded"
      ? "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
      : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
  );
}
