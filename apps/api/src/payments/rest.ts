import type { Mount } from "../http/mount.ts";

/** The calls that buy a membership (specification, section 7). */
export function mountPayments(mount: Mount): void {
  mount("POST /create-payment-intent", {
    procedure: "payments.createIntent",
    tag: "Payments",
    summary: "Prepare the payment of a year's membership",
    description:
      "The server says what it costs. Pay it with the provider's own form and the secret, then confirm. A refused coupon changes nothing. 409 is a purchase that makes no sense now, such as a renewal more than 60 days early.",
    errors: [
      "FORBIDDEN",
      "COUPON_INVALID",
      "COUPON_USED",
      "PURCHASE_REFUSED",
      "PAYMENT_MISMATCH",
      "PROVIDER_UNAVAILABLE",
      "BUSY",
    ],
    example: { membershipTier: "premium", couponCode: "NewStud" },
    answer: {
      description: "A payment that can be made now.",
      example: {
        clientSecret: "pi_123_secret_456",
        amount: 2950,
        minimumApplied: false,
        coupon: { code: "NewStud", description: "50% off your first year", percentOff: 50 },
      },
    },
  });

  mount("POST /confirm-membership", {
    procedure: "payments.confirmMembership",
    tag: "Payments",
    summary: "Activate the membership that you have paid",
    description: "May be called again: it answers the same and changes nothing.",
    errors: [
      "FORBIDDEN",
      "PAYMENT_NOT_FOUND",
      "PAYMENT_NOT_SUCCEEDED",
      "TIER_MISMATCH",
      "PAYMENT_MISMATCH",
      "PROVIDER_UNAVAILABLE",
      "BUSY",
    ],
    example: { paymentIntentId: "pi_123", membershipTier: "premium" },
    answer: {
      description: "The membership you have now.",
      example: { membershipTier: "premium", membershipExpiresAt: "2027-06-01T12:00:00.000Z" },
    },
  });
}
