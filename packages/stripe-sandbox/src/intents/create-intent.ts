import type Stripe from "stripe";
import type { z } from "zod";
import { recordIntentEvent } from "../events/record-event.ts";
import type { ApiError } from "../http/api-error.ts";
import { mergeMetadata } from "../http/merge-metadata.ts";
import { getPaymentMethod } from "../payment-methods/payment-method.ts";
import { getObject, nowInSeconds, type Sandbox } from "../sandbox.ts";
import { newId, randomText } from "../state/new-id.ts";
import { confirmIntent } from "./confirm-intent.ts";
import { type CreateIntent, checkAmount } from "./intent-params.ts";

/**
 * Creates an intent and, with `confirm`, tries to pay it.
 *
 * @throws ApiError 400 if the amount, currency, customer or payment method is invalid.
 */
export function createIntent(
  sandbox: Sandbox,
  params: z.output<typeof CreateIntent>,
): Stripe.PaymentIntent | ApiError {
  const { amount, currency, customer } = params;
  checkAmount(amount, currency);
  if (customer) getObject(sandbox, "customer", customer, "customer");
  const method = params.payment_method && getPaymentMethod(sandbox, params.payment_method).id;
  const id = newId("pi");
  const intent: Stripe.PaymentIntent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automaticMethodsOf(params),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? "automatic_async",
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: "automatic",
    created: nowInSeconds(sandbox),
    currency,
    customer: customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: { card: CARD_OPTIONS },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: method ? "requires_confirmation" : "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
  sandbox.store.put("payment_intent", intent);
  recordIntentEvent(sandbox, "payment_intent.created", intent);
  return params.confirm ? confirmIntent(sandbox, intent, params) : intent;
}

const CARD_OPTIONS: Stripe.PaymentIntent.PaymentMethodOptions.Card = {
  installments: null,
  mandate_options: null,
  network: null,
  request_three_d_secure: "automatic",
};

function automaticMethodsOf({
  allowed_payment_method_types: types,
  automatic_payment_methods: automatic,
}: z.output<typeof CreateIntent>): Stripe.PaymentIntent.AutomaticPaymentMethods | null {
  if (types) return null;
  return {
    enabled: automatic?.enabled ?? true,
    allow_redirects: automatic?.allow_redirects ?? "always",
  };
}
