import type Stripe from "stripe";
import type { Decline } from "../cards/test-cards.ts";
import { recordChargeEvent } from "../events/record-event.ts";
import { nowInSeconds, type Sandbox } from "../sandbox.ts";
import { newId } from "../state/new-id.ts";

const APPROVED: Stripe.Charge.Outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: "approved_by_network",
  reason: null,
  risk_level: "normal",
  seller_message: "Payment complete.",
  type: "authorized",
};

/** Stores the charge of one payment attempt and records its event. */
export function insertCharge(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  result: { decline?: Decline; authenticated?: boolean },
): Stripe.Charge {
  const { decline } = result;
  const charge: Stripe.Charge = {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: descriptorOf(intent),
    captured: !decline,
    created: nowInSeconds(sandbox),
    currency: intent.currency,
    customer: typeof intent.customer === "string" ? intent.customer : null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: decline
      ? {
          ...APPROVED,
          network_decline_code: "01",
          network_status: "declined_by_network",
          reason: decline.declineCode,
          seller_message: "The bank did not return any further details with this decline.",
          type: "issuer_declined",
        }
      : APPROVED,
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method, result),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
  sandbox.store.put("charge", charge);
  recordChargeEvent(sandbox, decline ? "charge.failed" : "charge.succeeded", charge);
  return charge;
}

function descriptorOf({ statement_descriptor_suffix: suffix }: Stripe.PaymentIntent): string {
  return suffix ? `SANDBOX* ${suffix}`.slice(0, 22).toUpperCase() : "SANDBOX";
}

function detailsOf(
  { card }: Stripe.PaymentMethod,
  { decline, authenticated }: { decline?: Decline; authenticated?: boolean },
): Stripe.Charge.PaymentMethodDetails {
  if (!card) return { type: "card" };
  return {
    type: "card",
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: decline?.code === "incorrect_cvc" ? "fail" : "pass",
      },
      country: card.country,
      electronic_commerce_indicator: authenticated ? "05" : null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: "unregulated",
      three_d_secure: authenticated
        ? {
            authentication_flow: "challenge",
            electronic_commerce_indicator: "05",
            exemption_indicator: null,
            result: "authenticated",
            result_reason: null,
            transaction_id: null,
            version: "2.2.0",
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}
