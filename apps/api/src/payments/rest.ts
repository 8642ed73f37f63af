import type {
  IntentChoiceFields,
  MembershipConfirmationFields,
} from "@studbook/domain/schemas/payment";
import type { FastifyInstance } from "fastify";
import { describe } from "../openapi/call.ts";
import type { RestParts } from "../rest.ts";

const createIntent = describe({
  id: "payments.createIntent",
  tag: "Payments",
  summary: "Prepare the payment of a year's membership",
  description:
    "The server says what it costs. Pay it with the provider's own form and the secret, then confirm. A refused coupon changes nothing. 409 is a purchase that makes no sense now, such as a renewal more than 60 days early.",
  who: "member",
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

const confirmMembership = describe({
  id: "payments.confirmMembership",
  tag: "Payments",
  summary: "Activate the membership that you have paid",
  description: "May be called again: it answers the same and changes nothing.",
  who: "member",
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

/** `POST /api/create-payment-intent` and `POST /api/confirm-membership` (specification, section 7). */
export function registerPaymentsRest(app: FastifyInstance, { callerFor }: RestParts): void {
  app.post<{ Body: IntentChoiceFields }>(
    "/create-payment-intent",
    createIntent,
    async (request, reply) => {
      const caller = await callerFor(request, reply);
      return caller.payments.createIntent(request.body);
    },
  );

  app.post<{ Body: MembershipConfirmationFields }>(
    "/confirm-membership",
    confirmMembership,
    async (request, reply) => {
      const caller = await callerFor(request, reply);
      return caller.payments.confirmMembership(request.body);
    },
  );
}
