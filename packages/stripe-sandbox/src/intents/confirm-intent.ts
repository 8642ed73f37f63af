import type Stripe from "stripe";
import { findByFingerprint, type Outcome } from "../cards/test-cards.ts";
import { insertCharge } from "../charges/insert-charge.ts";
import { recordIntentEvent } from "../events/record-event.ts";
import { ApiError, invalidRequest } from "../http/api-error.ts";
import { getPaymentMethod } from "../payment-methods/new-payment-method.ts";
import { getObject, type Sandbox } from "../sandbox.ts";
import { askForAuthentication } from "./challenge.ts";
import type { Confirm } from "./intent-params.ts";
import { unexpectedState } from "./unexpected-state.ts";

const CONFIRMABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];

/**
 * Tries to pay an intent. A declined card is an answer, not an exception: its charge and the intent's
 * new state are kept.
 *
 * @throws ApiError 400 when the intent is paid or canceled, or has no payment method.
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
  const tried: Stripe.PaymentIntent = {
    ...intent,
    payment_method: method.id,
    receipt_email: params.receipt_email ?? intent.receipt_email,
    next_action: null,
  };
  const outcome = outcomeOf(method);
  if (outcome.kind === "decline") return declineIntent(sandbox, tried, method, outcome);
  if (outcome.kind === "succeed") return succeedIntent(sandbox, tried, method, {});
  if (params.off_session || params.error_on_requires_action) {
    return declineIntent(sandbox, tried, method, AUTHENTICATION_REQUIRED);
  }
  return askForAuthentication(sandbox, tried, method, params);
}

const AUTHENTICATION_REQUIRED: Extract<Outcome, { kind: "decline" }> = {
  kind: "decline",
  code: "authentication_required",
  declineCode: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};

function outcomeOf(method: Stripe.PaymentMethod): Outcome {
  const card = findByFingerprint(method.card?.fingerprint);
  if (!card) throw invalidRequest("The sandbox charges its test cards alone.");
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

/** The charge goes through. */
export function succeedIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  how: { authenticated?: boolean },
): Stripe.PaymentIntent {
  const charge = insertCharge(sandbox, intent, method, how);
  const paid: Stripe.PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: "succeeded",
  };
  sandbox.store.put("payment_intent", paid);
  recordIntentEvent(sandbox, "payment_intent.succeeded", paid);
  return paid;
}

function declineIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Extract<Outcome, { kind: "decline" }>,
): ApiError {
  const charge = insertCharge(sandbox, intent, method, { decline });
  const error = {
    charge: charge.id,
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
    payment_method: method,
    type: "card_error",
  } as const;
  const refused: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: error,
    latest_charge: charge.id,
    payment_method: null,
    status: "requires_payment_method",
  };
  sandbox.store.put("payment_intent", refused);
  recordIntentEvent(sandbox, "payment_intent.payment_failed", refused);
  return new ApiError(402, { ...error, payment_intent: refused });
}

/** The cardholder did not pass 3D Secure: nothing was charged. */
export function failAuthentication(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
): Stripe.PaymentIntent {
  const method =
    typeof intent.payment_method === "string"
      ? getObject(sandbox, "payment_method", intent.payment_method)
      : undefined;
  const failed: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: {
      code: "payment_intent_authentication_failure",
      message:
        "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
      ...(method && { payment_method: method }),
      type: "invalid_request_error",
    },
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  };
  sandbox.store.put("payment_intent", failed);
  recordIntentEvent(sandbox, "payment_intent.payment_failed", failed);
  return failed;
}
