import type Stripe from "stripe";
import type { Decline } from "../cards/test-cards.ts";
import { insertCharge } from "../charges/insert-charge.ts";
import { recordIntentEvent } from "../events/record-event.ts";
import { ApiError } from "../http/api-error.ts";
import { getObject, type Sandbox } from "../sandbox.ts";

/** Charges the card and marks the intent as paid. */
export function succeedIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  options: { authenticated?: boolean },
): Stripe.PaymentIntent {
  const charge = insertCharge(sandbox, intent, method, options);
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

/** Stores a failed charge and returns the 402 error for the response. */
export function declineIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
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
  const declined: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: error,
    latest_charge: charge.id,
    payment_method: null,
    status: "requires_payment_method",
  };
  sandbox.store.put("payment_intent", declined);
  recordIntentEvent(sandbox, "payment_intent.payment_failed", declined);
  return new ApiError(402, { ...error, payment_intent: declined });
}

/** Reopens an intent after failed 3D Secure authentication. Nothing was charged. */
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
