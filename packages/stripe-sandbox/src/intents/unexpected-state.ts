import type Stripe from "stripe";
import { type ApiError, invalidRequest } from "../http/api-error.ts";

/** 400: the intent's status does not allow the call. */
export function unexpectedState(intent: Stripe.PaymentIntent, message: string): ApiError {
  return invalidRequest(message, {
    code: "payment_intent_unexpected_state",
    payment_intent: intent,
  });
}
