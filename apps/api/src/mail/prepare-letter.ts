import type { Tx } from "@studbook/db/client";
import { findRestoreLink } from "@studbook/db/queries/email-tokens";
import type { MailRow } from "@studbook/db/queries/mails";
import { findPayment } from "@studbook/db/queries/payments";
import { findUserById, type User } from "@studbook/db/queries/users";
import { isTier } from "@studbook/domain/plans";
import { isEmailVerified } from "@studbook/domain/schemas/account";
import { createSessionToken } from "../auth/lucia.ts";
import {
  writeAccountClosed,
  writePasswordChanged,
  writePasswordSet,
  writeReplaced,
  writeReset,
  writeRestoring,
  writeVerification,
} from "./account-letters.ts";
import type { Letter, Site } from "./letter.ts";
import { LINK_MINUTES } from "./link-minutes.ts";
import { MailContent } from "./mail-content.ts";
import { writeReceipt, writeReminder } from "./membership-letters.ts";

/**
 * Of all accounts and networks together, so that nobody's mailbox is flooded. As many again may leave that are the first of
 * their network, or strangers could use up the mails of the address's owner.
 */
const VERIFICATIONS_A_DAY = 20;

/** What the link in a letter stands for, to be kept once it has left. */
export type PreparedLink = { hash: string; minutes: number } & (
  | { purpose: "verify-email" | "reset-password" }
  | { purpose: "restore-email"; id: number }
);

export type PreparedLetter = {
  to: string;
  letter: Letter;
  link?: PreparedLink;
  /** The address gets no more of these within 24 hours, whoever asks for them. */
  mostADay?: number;
};

/**
 * What a mail says now, and to whom. Undefined when there is nothing to say any more or nobody to say it to:
 * receipts go to the address that was given, verifications to the one to be verified, what tells of a lost address to that
 * one, all else to the last verified one. A letter to an address that is not verified does not tell the username.
 */
export async function prepareLetter(
  tx: Tx,
  mail: MailRow,
  site: Site,
): Promise<PreparedLetter | undefined> {
  const user = await findUserById(tx, mail.userId);
  if (!user) return undefined;
  const content = MailContent.parse(mail);
  const at = mail.createdAt;
  const { username, isActive, email, verifiedEmail: verified } = user;
  switch (content.kind) {
    case "receipt":
      return await prepareReceipt(tx, { user, at, ...content.details }, site);
    case "verify-email":
      // It was counted for an address, so it goes to no other that the account has by now.
      return isActive && email && email === (mail.email ?? email) && !isEmailVerified(user)
        ? prepareVerification({ to: email, ...content.details }, site)
        : undefined;
    case "restore-email":
      return await prepareRestoring(tx, user, content.details.linkId, site);
    case "email-replaced":
      return mail.email
        ? { to: mail.email, letter: writeReplaced({ username, at }, site) }
        : undefined;
    case "reset-password":
      return isActive && verified
        ? prepareReset({ to: verified, username, ...content.details }, site)
        : undefined;
    case "renewal-reminder": {
      const letter = isActive ? writeReminderOf(user, content.details, site) : undefined;
      return verified && letter ? { to: verified, letter } : undefined;
    }
    case "password-changed":
      return isActive && verified
        ? { to: verified, letter: writePasswordChanged({ username, at }, site) }
        : undefined;
    case "password-set":
      return mail.email
        ? { to: mail.email, letter: writePasswordSet({ username, at }, site) }
        : undefined;
    case "account-closed":
      return !isActive && verified
        ? { to: verified, letter: writeAccountClosed({ username, at }, site) }
        : undefined;
  }
}

type Verification = { to: string; isFirstOfNetwork: boolean };

function prepareVerification({ to, isFirstOfNetwork }: Verification, site: Site): PreparedLetter {
  const { token, sid: hash } = createSessionToken();
  const purpose = "verify-email";
  const link = { hash, purpose, minutes: LINK_MINUTES[purpose] } as const;
  const mostADay = VERIFICATIONS_A_DAY * (isFirstOfNetwork ? 2 : 1);
  return { to, letter: writeVerification({ token }, site), link, mostADay };
}

type Reset = { to: string; username: string; minutes: number; isAfterRestore: boolean };

function prepareReset({ to, ...reset }: Reset, site: Site): PreparedLetter {
  const { token, sid: hash } = createSessionToken();
  const letter = writeReset({ token, ...reset }, site);
  return { to, letter, link: { hash, purpose: "reset-password", minutes: reset.minutes } };
}

async function prepareRestoring(
  tx: Tx,
  { id: userId, username }: User,
  linkId: number,
  site: Site,
): Promise<PreparedLetter | undefined> {
  const prepared = await findRestoreLink(tx, linkId, userId);
  if (!prepared) return undefined;
  const { token, sid: hash } = createSessionToken();
  const purpose = "restore-email";
  const link = { hash, purpose, id: prepared.id, minutes: LINK_MINUTES[purpose] } as const;
  return { to: prepared.email, letter: writeRestoring({ username, token }, site), link };
}

type Paid = { user: User; at: Date; paymentId: string };

async function prepareReceipt(
  tx: Tx,
  { user, at: paidAt, paymentId }: Paid,
  site: Site,
): Promise<PreparedLetter | undefined> {
  const to = user.email ?? user.verifiedEmail;
  const payment = await findPayment(tx, paymentId);
  if (!to || !payment || !isTier(payment.membershipTier)) return undefined;
  const { amount, membershipTier: tier, periodFrom, periodTo } = payment;
  if (!periodFrom || !periodTo) return undefined;
  const isVerified = user.email === null || isEmailVerified(user);
  const username = isVerified ? user.username : undefined;
  const receipt = { paymentId, username, tier, amount, paidAt, from: periodFrom, to: periodTo };
  return { to, letter: writeReceipt(receipt, site) };
}

function writeReminderOf(user: User, details: { expiresAt: string; days: number }, site: Site) {
  const { username, membershipTier: tier, membershipExpiresAt: expiresAt } = user;
  const isCurrent = expiresAt?.toISOString() === details.expiresAt;
  if (!isCurrent || !isTier(tier)) return undefined;
  return writeReminder({ username, tier, expiresAt, days: details.days }, site);
}
