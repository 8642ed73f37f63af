import { MembershipTier } from "./account.ts";
import { strictObject } from "./strict-object.ts";
import { typeMessage } from "./text.ts";
import { z } from "./z.ts";

/** The buyer's choice. The server decides the amount and refuses a request that contains one. */
export const IntentChoice = strictObject({
  membershipTier: MembershipTier.meta({ description: "The tier to buy" }),
  couponCode: z
    .string({ error: (issue) => typeMessage("Coupon code", issue.input) })
    .nullish()
    .meta({ description: "Absent, null or empty for no coupon" }),
});

export type IntentChoice = z.output<typeof IntentChoice>;
export type IntentChoiceFields = z.input<typeof IntentChoice>;

const cents = z.number().int().meta({ description: "US cents" });
const instant = z.string().meta({ format: "date-time" });

export const PaymentStatus = z.enum(["succeeded", "failed", "refunded", "disputed"]);

/** What a program needs to load Stripe's payment form. */
export const PaymentConfig = z.object({
  publishableKey: z.string().meta({
    description: "Stripe's publishable key, for Stripe.js. `pk_test_sandbox` in the demo.",
  }),
});

/** A payment that the browser can now make with Stripe's form. */
export const PaymentIntent = z.object({
  /** Never store or log it: anyone who has it can pay the intent. */
  clientSecret: z.string().meta({
    description: "Stripe's client secret of the payment intent, for Stripe's payment form",
  }),
  paymentIntentId: z.string().meta({
    description: "The payment intent, for the confirmation of the membership",
  }),
  amount: z.number().int().meta({ description: "The amount to charge in US cents" }),
  minimumApplied: z.boolean().meta({
    description:
      "Whether the discounted price was below the minimum charge, so `amount` is the minimum charge",
  }),
  coupon: z
    .object({
      code: z.string().meta({ description: "The coupon's code" }),
      description: z.string().meta({ description: "What the coupon gives, for people" }),
      percentOff: z.number().int().meta({ description: "Percentage off the price of a year" }),
    })
    .nullable()
    .meta({ description: "The coupon that was applied; null if none" }),
});

export type PaymentIntent = z.output<typeof PaymentIntent>;

export const PaymentIntentId = z
  .string("Payment ID is required")
  .meta({ description: "The payment intent that was paid" });

export const MembershipConfirmation = strictObject({
  paymentIntentId: PaymentIntentId,
  membershipTier: MembershipTier.meta({ description: "The tier that was paid for" }),
});

export type MembershipConfirmationFields = z.input<typeof MembershipConfirmation>;

export const IntentRequest = strictObject({ paymentIntentId: PaymentIntentId });

/** The tier that one of the caller's own payment intents pays for, and the amount that is or will be charged. */
export const OwnIntent = z.object({ membershipTier: MembershipTier, amount: cents });

export type OwnIntent = z.output<typeof OwnIntent>;

/** The membership after a payment is confirmed. */
export const ConfirmedMembership = z.object({
  membershipTier: MembershipTier.nullable().meta({
    description: "The tier of the membership; null if the payment was refunded",
  }),
  membershipExpiresAt: instant.nullable().meta({
    description: "When the membership expires, or null without a membership",
  }),
});

export type ConfirmedMembership = z.output<typeof ConfirmedMembership>;

export const CheckoutChoice = strictObject({ membershipTier: MembershipTier });

/** What /checkout shows before the payment. */
export const Checkout = z.object({
  membershipTier: MembershipTier,
  /** The full price of a year in cents. */
  price: cents,
  decision: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("allowed"),
      reason: z.enum(["first", "after-expiry", "renewal", "upgrade"]),
      from: instant,
      to: instant,
      /** The whole days of Basic that are left, and the days of Premium that they become. */
      carriedOver: z.object({ days: z.number().int(), extraDays: z.number().int() }),
    }),
    z.object({ kind: z.literal("refused"), reason: z.string(), message: z.string() }),
  ]),
  /** If another payment is refused because of one in the last 24 hours, that one; otherwise null. */
  paid: z.object({ amount: cents, paidAt: instant, expiresAt: instant }).nullable(),
});

export type Checkout = z.output<typeof Checkout>;
