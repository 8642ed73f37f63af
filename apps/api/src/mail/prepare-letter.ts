import type { Tx } from "@studbook/db/client";
import type { EmailPurpose } from "@studbook/db/queries/email-tokens";
import type { MailRow } from "@studbook/db/queries/mails";
import { findPayment } from "@studbook/db/queries/payments";
import { findUserById, type User } from "@studbook/db/queries/users";
import { isTier } from "@studbook/domain/plans";
import { createSessionToken } from "../auth/lucia.ts";
import {
  writeAccountClosed,
  writePasswordChanged,
  writeReset,
  writeVerification,
} from "./account-letters.ts";
import type { Letter, Site } from "./letter.ts";
import { MailContent } from "./mail-content.ts";
import { writeReceipt, writeReminder } from "./membership-letters.ts";

export type PreparedLetter = {
  to: string;
  letter: Letter;
  /** What the link in it stands for, to be kept once it has left. */
  link?: { hash: string; purpose: EmailPurpose; minutes: number };
};

/** How long the links of letters work, in minutes. */
const LINK_MINUTES = { "verify-email": 24 * 60, "reset-password": 60 } as const;

/**
 * What a mail says now, and to whom. Undefined when there is nothing to say any more or nobody to say
 * it to: all but receipts and verifications go to verified addresses alone.
 */
export async function prepareLetter(
  tx: Tx,
  mail: MailRow,
  site: Site,
): Promise<PreparedLetter | undefined> {
  const user = await findUserById(tx, mail.userId);
  if (!user?.email) return undefined;
  const content = MailContent.parse(mail);
  const letter = await writeLetter(tx, { user, content, at: mail.createdAt }, site);
  return letter && { to: user.email, ...letter };
}

type Matter = { user: User; content: MailContent; at: Date };

async function writeLetter(
  tx: Tx,
  { user, content, at }: Matter,
  site: Site,
): Promise<Omit<PreparedLetter, "to"> | undefined> {
  const { username, isActive } = user;
  const isVerified = user.emailVerifiedAt !== null;
  switch (content.kind) {
    case "receipt":
      return await writeReceiptOf(tx, { user, at, ...content.details }, site);
    case "renewal-reminder":
      return isVerified && isActive ? writeReminderOf(user, content.details, site) : undefined;
    case "password-changed":
      return isVerified && isActive
        ? { letter: writePasswordChanged({ username, at }, site) }
        : undefined;
    case "account-closed":
      return isVerified && !isActive
        ? { letter: writeAccountClosed({ username, at }, site) }
        : undefined;
    case "verify-email":
      return !isVerified && isActive ? withLink(user, content.kind, site) : undefined;
    case "reset-password":
      return isVerified && isActive ? withLink(user, content.kind, site) : undefined;
  }
}

function withLink({ username }: User, purpose: EmailPurpose, site: Site) {
  const { token, sid: hash } = createSessionToken();
  const write = purpose === "verify-email" ? writeVerification : writeReset;
  const link = { hash, purpose, minutes: LINK_MINUTES[purpose] };
  return { letter: write({ username, token }, site), link };
}

type Paid = { user: User; at: Date; paymentId: string };

async function writeReceiptOf(tx: Tx, { user, at: paidAt, paymentId }: Paid, site: Site) {
  const { username } = user;
  const payment = await findPayment(tx, paymentId);
  if (!payment || !isTier(payment.membershipTier)) return undefined;
  const { amount, membershipTier: tier, periodFrom, periodTo } = payment;
  if (!periodFrom || !periodTo) return undefined;
  const receipt = { paymentId, username, tier, amount, paidAt, from: periodFrom, to: periodTo };
  return { letter: writeReceipt(receipt, site) };
}

function writeReminderOf(user: User, details: { expiresAt: string; days: number }, site: Site) {
  const { username, membershipTier: tier, membershipExpiresAt: expiresAt } = user;
  const isCurrent = expiresAt?.toISOString() === details.expiresAt;
  if (!isCurrent || !isTier(tier)) return undefined;
  return { letter: writeReminder({ username, tier, expiresAt, days: details.days }, site) };
}
