import { LINK_MINUTES } from "@studbook/domain/emailed-links";
import { z } from "@studbook/domain/schemas/z";

const noDetails = z.object({});

/** The stored content of a queued email: IDs, dates, numbers and fixed words, never an address or a text. */
export const MailContent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("receipt"), details: z.object({ paymentId: z.string() }) }),
  z.object({
    kind: z.literal("renewal-reminder"),
    details: z.object({ expiresAt: z.iso.datetime(), days: z.number() }),
  }),
  // The UTC day under which the facts are recorded.
  z.object({ kind: z.literal("fact-reminder"), details: z.object({ day: z.iso.date() }) }),
  z.object({ kind: z.literal("password-changed"), details: noDetails }),
  z.object({ kind: z.literal("password-set"), details: noDetails }),
  z.object({ kind: z.literal("account-closed"), details: noDetails }),
  z.object({
    kind: z.literal("verify-email"),
    // Whether it is the first one to this address on that day from the requester's network.
    details: z.object({ isFirstOfNetwork: z.boolean().default(false) }),
  }),
  z.object({
    kind: z.literal("reset-password"),
    details: z.object({
      // The lifetime of the link.
      minutes: z.number().default(LINK_MINUTES["reset-password"]),
      // Whether it was sent because restoring an address disabled the password, rather than on request.
      isAfterRestore: z.boolean().default(false),
    }),
  }),
  z.object({ kind: z.literal("email-replaced"), details: noDetails }),
  z.object({ kind: z.literal("restore-email"), details: z.object({ linkId: z.number() }) }),
]);

export type MailContent = z.output<typeof MailContent>;
