import { MembershipTier } from "./account.ts";
import { strictObject } from "./strict-object.ts";
import { typeMessage } from "./text.ts";
import { z } from "./z.ts";

/** What the buyer chose. The server decides the amount and refuses a client that sends one. */
export const IntentChoice = strictObject({
  membershipTier: MembershipTier,
  couponCode: z
    .string({ error: (issue) => typeMessage("Coupon code", issue.input) })
    .nullish()
    .meta({ description: "Absent, null and '' mean no coupon" }),
});

export type IntentChoice = z.output<typeof IntentChoice>;
export type IntentChoiceFields = z.input<typeof IntentChoice>;

const cents = z.number().int().meta({ description: "Cents" });
const instant = z.string().meta({ format: "date-time" });

/** The outcome of a payment. */
export const PaymentStatus = z.enum(["succeeded", "failed", "refunded", "disputed"]);

/** A payment that can be made now. */
export const PaymentIntent = z.object({
  /** For the provider's own form in the browser; never stored or logged. */
  clientSecret: z.string(),
  /** What the card will be charged, in cents. */
  amount: cents,
  /** True when the discount led below the least a card can be charged, which is charged instead. */
  minimumApplied: z.boolean(),
  coupon: z
    .object({ code: z.string(), description: z.string(), percentOff: z.number().int() })
    .nullable(),
});

export type PaymentIntent = z.output<typeof PaymentIntent>;

export const MembershipConfirmation = strictObject({
  paymentIntentId: z.string(),
  membershipTier: MembershipTier,
});

export type MembershipConfirmationFields = z.input<typeof MembershipConfirmation>;

export const IntentQuestion = strictObject({ paymentIntentId: z.string() });

/** What an intent of the caller's own pays for. */
export const OwnIntent = z.object({
  membershipTier: MembershipTier,
  /** What the card will be charged, or was, in cents. */
  amount: cents,
});

export type OwnIntent = z.output<typeof OwnIntent>;

/** The membership after a payment was confirmed. */
export const ConfirmedMembership = z.object({
  membershipTier: MembershipTier.nullable(),
  membershipExpiresAt: instant.nullable(),
});

export type ConfirmedMembership = z.output<typeof ConfirmedMembership>;

export const CheckoutChoice = strictObject({ membershipTier: MembershipTier });

/** What /checkout shows before the payment. */
export const Checkout = z.object({
  membershipTier: MembershipTier,
  /** The year's full price in cents. */
  price: cents,
  decision: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("allowed"),
      reason: z.enum(["first", "after-expiry", "renewal", "upgrade"]),
      from: instant,
      to: instant,
      daysGivenUp: z.number().int(),
    }),
    z.object({ kind: z.literal("refused"), reason: z.string(), message: z.string() }),
  ]),
  /** The payment that the running membership of this tier was bought with, when there is one. */
  paid: z.object({ amount: cents, paidAt: instant, expiresAt: instant }).nullable(),
});

export type Checkout = z.output<typeof Checkout>;
