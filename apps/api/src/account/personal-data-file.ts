import { PaymentStatus } from "@studbook/domain/schemas/payment";
import { z } from "@studbook/domain/schemas/z";
import { AD_EXAMPLE } from "../ads/examples.ts";

const instant = z.string().meta({ format: "date-time" });
const cents = z.number().int().meta({ description: "US cents" });
const id = z.string().meta({ format: "uuid" });

/** The documented fields of the file with everything stored about a user. */
export const PersonalDataFile = z.object({
  account: z.looseObject({ id, username: z.string(), adCount: z.number().int() }),
  ads: z.array(z.looseObject({ id, dogName: z.string(), images: z.array(z.string()) })),
  photos: z.array(z.looseObject({ address: z.string(), bytes: z.number().int() })),
  payments: z.array(
    z.looseObject({ id, amountCents: cents, status: PaymentStatus, createdAt: instant }),
  ),
  coupons: z.array(z.looseObject({ code: z.string(), percentOff: z.number(), usedAt: instant })),
  mails: z.array(z.looseObject({ kind: z.string(), createdAt: instant })),
  earlierEmails: z.array(z.looseObject({ email: z.string(), canBeRestoredUntil: instant })),
  sessions: z.array(z.looseObject({ createdAt: instant, endsAt: instant })),
  devices: z.array(z.looseObject({ createdAt: instant, usedAt: instant })),
  audit: z.array(z.looseObject({ at: instant, action: z.string(), byYou: z.boolean() })),
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
