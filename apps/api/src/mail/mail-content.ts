import { z } from "@studbook/domain/schemas/z";
import { LINK_MINUTES } from "./link-minutes.ts";

const nothing = z.object({});

/** What a mail is about, as it is written down: ids, dates, numbers and fixed words, never an address or a text. */
export const MailContent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("receipt"), details: z.object({ paymentId: z.string() }) }),
  z.object({
    kind: z.literal("renewal-reminder"),
    details: z.object({ expiresAt: z.iso.datetime(), days: z.number() }),
  }),
  z.object({ kind: z.literal("password-changed"), details: nothing }),
  z.object({ kind: z.literal("password-set"), details: nothing }),
  z.object({ kind: z.literal("account-closed"), details: nothing }),
  z.object({
    kind: z.literal("verify-email"),
    // Whether nobody near who asked for it had asked for one to the address that day.
    details: z.object({ isFirstOfNetwork: z.boolean().default(false) }),
  }),
  z.object({
    kind: z.literal("reset-password"),
    details: z.object({
      // How long the link works.
      minutes: z.number().default(LINK_MINUTES["reset-password"]),
      // Whether it was sent because an address was restored, which ends the password, rather than asked for.
      isAfterRestore: z.boolean().default(false),
    }),
  }),
  z.object({ kind: z.literal("email-replaced"), details: nothing }),
  z.object({ kind: z.literal("restore-email"), details: z.object({ linkId: z.number() }) }),
]);

export type MailContent = z.output<typeof MailContent>;
