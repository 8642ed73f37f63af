import type Stripe from "stripe";
import type { z } from "zod";
import { mergeMetadata } from "../http/merge-metadata.ts";
import { getPaymentMethod } from "../payment-methods/payment-method.ts";
import { getObject, type Sandbox } from "../sandbox.ts";
import { checkAmount, type UpdateIntent } from "./intent-params.ts";
import { unexpectedState } from "./unexpected-state.ts";

const OPEN = ["requires_payment_method", "requires_confirmation", "requires_action"];
const FIXED = ["amount", "currency", "customer", "payment_method", "receipt_email"] as const;

/**
 * Updates an intent. After it is paid or canceled, only its description and metadata can change.
 *
 * @throws ApiError 400 if the status forbids the change or a value is invalid.
 */
export function updateIntent(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  params: z.output<typeof UpdateIntent>,
): Stripe.PaymentIntent {
  const fixed = FIXED.find((name) => params[name] !== undefined);
  if (fixed && !OPEN.includes(intent.status)) {
    throw unexpectedState(
      intent,
      `This PaymentIntent's ${fixed} could not be updated because it has a status of ${intent.status}. You may only update the ${fixed} of a PaymentIntent with one of the following statuses: ${OPEN.join(", ")}.`,
    );
  }
  const { amount = intent.amount, currency = intent.currency, customer } = params;
  checkAmount(amount, currency);
  if (customer) getObject(sandbox, "customer", customer, "customer");
  const method =
    params.payment_method === undefined
      ? intent.payment_method
      : getPaymentMethod(sandbox, params.payment_method).id;
  const reopened =
    fixed !== undefined &&
    (method !== intent.payment_method || intent.status === "requires_action");
  const updated: Stripe.PaymentIntent = {
    ...intent,
    allowed_payment_method_types:
      params.allowed_payment_method_types ?? intent.allowed_payment_method_types,
    amount,
    currency,
    customer: customer ?? intent.customer,
    description: params.description ?? intent.description,
    metadata: mergeMetadata(intent.metadata, params.metadata),
    payment_method: method,
    receipt_email: params.receipt_email ?? intent.receipt_email,
    statement_descriptor_suffix:
      params.statement_descriptor_suffix ?? intent.statement_descriptor_suffix,
    ...(reopened && { next_action: null, status: "requires_confirmation" }),
  };
  sandbox.store.put("payment_intent", updated);
  return updated;
}
