import type { Mount } from "../http/mount.ts";
import { paymentNotSucceeded, tierMismatch } from "./confirm-membership.ts";
import { paymentNotFound } from "./get-viewer-attempt.ts";
import { adminCannotBuy, paymentProcessing } from "./payment-errors.ts";

/** The calls that buy a membership (specification, section 7). */
export function mountPayments(mount: Mount): void {
  mount("GET /payments/config", {
    procedure: "payments.config",
    tag: "Payments",
    summary: "Retrieve Stripe's publishable key",
    description:
      "Load Stripe.js with this key to pay a payment intent. In the demo, the key is that of the stand-in for Stripe.",
    isRevalidated: true,
    response: { description: "The key.", example: { publishableKey: "pk_live_123" } },
  });

  mount("POST /create-payment-intent", {
    procedure: "payments.createIntent",
    tag: "Payments",
    summary: "Create a payment intent for a one-year membership",
    description:
      "Computes the amount and returns a Stripe client secret. Confirm the payment with Stripe, then confirm the membership with `paymentIntentId`. A rejected coupon changes nothing. Returns a 409 for a purchase that is not possible now, such as a renewal more than 60 days before expiry.",
    errors: [
      adminCannotBuy(),
      "COUPON_INVALID",
      "COUPON_USED",
      paymentProcessing(),
      "PAYMENT_MISMATCH",
      "PROVIDER_UNAVAILABLE",
      "BUSY",
    ],
    example: { membershipTier: "premium", couponCode: "NewStud" },
    response: {
      description: "The payment's client secret and amount.",
      example: {
        clientSecret: "pi_123_secret_456",
        paymentIntentId: "pi_123",
        amount: 2950,
        minimumApplied: false,
        coupon: { code: "NewStud", description: "50% off your first year", percentOff: 50 },
      },
    },
  });

  mount("POST /confirm-membership", {
    procedure: "payments.confirmMembership",
    tag: "Payments",
    summary: "Activate a paid membership",
    description:
      "Call this after the payment has succeeded. The call is idempotent. Repeating it returns the same result.",
    errors: [
      adminCannotBuy(),
      paymentNotFound(),
      paymentNotSucceeded(),
      tierMismatch("basic", "premium"),
      "PAYMENT_MISMATCH",
      "PROVIDER_UNAVAILABLE",
      "BUSY",
    ],
    example: { paymentIntentId: "pi_123", membershipTier: "premium" },
    response: {
      description: "The current membership.",
      example: { membershipTier: "premium", membershipExpiresAt: "2027-06-01T12:00:00.000Z" },
    },
  });
}
