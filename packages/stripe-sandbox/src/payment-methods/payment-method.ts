import type Stripe from "stripe";
import { fingerprintOf, TEST_CARDS, type TestCard } from "../cards/test-cards.ts";
import { getObject, nowInSeconds, type Sandbox } from "../sandbox.ts";
import { newId } from "../state/new-id.ts";

type Expiry = { month: number; year: number };

export const NO_BILLING_DETAILS: Stripe.PaymentMethod.BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/** Stores a payment method with the card's brand, last four digits and expiry, never its number. */
export function insertPaymentMethod(
  sandbox: Sandbox,
  card: TestCard,
  expiry: Expiry,
  billing = NO_BILLING_DETAILS,
): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: billing,
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: "unchecked",
      },
      country: "US",
      display_brand: card.brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: fingerprintOf(card),
      funding: "credit",
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowInSeconds(sandbox),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
  sandbox.store.put("payment_method", method);
  return method;
}

/**
 * Returns the payment method with this ID. A name such as `pm_card_visa` creates one, as with Stripe.
 *
 * @throws ApiError 400 if there is none.
 */
export function getPaymentMethod(sandbox: Sandbox, id: string): Stripe.PaymentMethod {
  const card = TEST_CARDS.find(({ names }) => names.includes(id));
  if (!card) return getObject(sandbox, "payment_method", id, "payment_method");
  const month = sandbox.clock().getUTCMonth() + 1;
  return insertPaymentMethod(sandbox, card, { month, year: sandbox.clock().getUTCFullYear() + 1 });
}
