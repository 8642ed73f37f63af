import { PaymentStatus } from "@studbook/domain/schemas/payment";
import { z } from "@studbook/domain/schemas/z";
import { AD_EXAMPLE } from "../ads/examples.ts";

const text = (description: string) => z.string().meta({ description });
const instant = (description: string) => z.string().meta({ format: "date-time", description });
const id = (description: string) => z.string().meta({ format: "uuid", description });
const integer = (description: string) => z.number().int().meta({ description });

function listOf<Fields extends z.ZodRawShape>(description: string, fields: Fields) {
  return z.array(z.looseObject(fields)).meta({ description });
}

/** The documented fields of the file with everything stored about a user. */
export const PersonalDataFile = z.object({
  account: z
    .looseObject({
      id: id("The user's ID"),
      username: text("The name to sign in with"),
      adCount: integer("Number of stored ads"),
    })
    .meta({ description: "The account, without the password" }),
  ads: listOf("All ads, public or not", {
    id: id("The ad's ID"),
    dogName: text("The dog's call name"),
    images: z.array(z.string()).meta({ description: "URLs of the photos" }),
  }),
  photos: listOf("All uploaded photos", {
    address: text("The URL of the photo"),
    bytes: integer("Its stored size"),
  }),
  payments: listOf("All payments", {
    id: id("The payment's ID"),
    amountCents: integer("US cents"),
    status: PaymentStatus.meta({ description: "Its state" }),
    createdAt: instant("When it was made"),
  }),
  coupons: listOf("All used coupons", {
    code: text("The coupon's code"),
    percentOff: z.number().meta({ description: "Percentage off" }),
    usedAt: instant("When it was used"),
  }),
  mails: listOf("Emails to the user", {
    kind: text("What it was about"),
    createdAt: instant("When it was queued"),
  }),
  earlierEmails: listOf("Verified addresses that were replaced", {
    email: text("The address"),
    canBeRestoredUntil: instant("When its link ends"),
  }),
  sessions: listOf("Open sessions", {
    createdAt: instant("When it started"),
    endsAt: instant("When it ends without use"),
  }),
  devices: listOf("Remembered devices", {
    createdAt: instant("The first sign-in"),
    usedAt: instant("The last sign-in"),
  }),
  audit: listOf("Audit records about the user", {
    at: instant("When it happened"),
    action: text("What happened"),
    byYou: z.boolean().meta({ description: "Whether the user did it" }),
  }),
});

const AT = "2026-06-01T12:00:00.000Z";

export const PERSONAL_DATA_EXAMPLE: z.output<typeof PersonalDataFile> = {
  account: { id: AD_EXAMPLE.userId, username: "dale.carter", adCount: 1 },
  ads: [{ id: AD_EXAMPLE.id, dogName: AD_EXAMPLE.dogName, images: AD_EXAMPLE.images }],
  photos: [{ address: AD_EXAMPLE.images[0] ?? "", bytes: 183_112 }],
  payments: [{ id: AD_EXAMPLE.id, amountCents: 2950, status: "succeeded", createdAt: AT }],
  coupons: [{ code: "NewStud", percentOff: 50, usedAt: AT }],
  mails: [{ kind: "receipt", createdAt: AT }],
  earlierEmails: [{ email: "dale.carter@example.com", canBeRestoredUntil: AT }],
  sessions: [{ createdAt: AT, endsAt: AT }],
  devices: [{ createdAt: AT, usedAt: AT }],
  audit: [{ at: AT, action: "auth.signed-in", byYou: true }],
};
