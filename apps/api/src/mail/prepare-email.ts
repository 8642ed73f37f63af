import type { Tx } from "@studbook/db/client";
import { findRestoreLink } from "@studbook/db/queries/email-tokens";
import { listRemindedFacts } from "@studbook/db/queries/fact-reminders";
import type { MailRow } from "@studbook/db/queries/mails";
import { findPayment } from "@studbook/db/queries/payments";
import { findUserById, type User } from "@studbook/db/queries/users";
import { DAY_MS } from "@studbook/domain/day";
import { LINK_MINUTES } from "@studbook/domain/emailed-links";
import { addOneYear } from "@studbook/domain/membership";
import { isTier } from "@studbook/domain/plans";
import { isEmailVerified } from "@studbook/domain/schemas/account";
import { createSessionToken } from "../auth/lucia.ts";
import {
  composeAccountClosed,
  composeAddressChanged,
  composeAddressReplaced,
  composePasswordChanged,
  composePasswordReset,
  composePasswordSet,
  composeVerification,
} from "./account-emails.ts";
import type { Email, Site } from "./email.ts";
import { composeFactReminder, MAX_REMINDED_FACTS } from "./listing-emails.ts";
import { MailContent } from "./mail-content.ts";
import { composeReceipt, composeReminder } from "./membership-emails.ts";

/**
 * The limit per address, for all accounts and networks together, so that nobody's mailbox is flooded. It is twice as high for
 * the first email that a network requests, so that strangers cannot use up the emails of the address's owner.
 */
const VERIFICATIONS_PER_DAY = 20;

/** The link in an email, stored once the email is delivered. */
export type PreparedLink = { hash: string; minutes: number } & (
  | { purpose: "verify-email" | "reset-password" }
  | { purpose: "restore-email"; id: number }
);

export type PreparedEmail = {
  to: string;
  message: Email;
  link?: PreparedLink;
  /** How many emails of this kind the address may get within 24 hours. */
  maxPerDay?: number;
};

/**
 * Composes a queued email from the current data. Returns undefined if it has become obsolete or has no recipient.
 * Receipts go to the newest address, verifications to the address to verify, notices of a replaced address to that
 * address, and all others to the last verified address. Emails to unverified addresses do not contain the username.
 */
export async function prepareEmail(
  tx: Tx,
  mail: MailRow,
  site: Site,
): Promise<PreparedEmail | undefined> {
  const user = await findUserById(tx, mail.userId);
  if (!user) return undefined;
  const content = MailContent.parse(mail);
  const at = mail.createdAt;
  const { username, isActive, email, verifiedEmail: verified } = user;
  switch (content.kind) {
    case "receipt":
      return await prepareReceipt(tx, { user, at, ...content.details }, site);
    case "verify-email":
      // It counts towards that address's limit, so it is not sent to a newer address.
      return isActive && email && email === (mail.email ?? email) && !isEmailVerified(user)
        ? prepareVerification(
            { to: email, isFromSignUp: user.emailFromSignUp, ...content.details },
            site,
          )
        : undefined;
    case "restore-email":
      return await prepareAddressChanged(tx, user, content.details.linkId, site);
    case "email-replaced":
      return mail.email
        ? { to: mail.email, message: composeAddressReplaced({ username, at }, site) }
        : undefined;
    case "reset-password":
      return isActive && verified
        ? prepareReset({ to: verified, username, ...content.details }, site)
        : undefined;
    case "renewal-reminder": {
      const message = isActive ? composeReminderFor(user, content.details, site) : undefined;
      return verified && message ? { to: verified, message } : undefined;
    }
    case "fact-reminder": {
      const message = isActive
        ? await composeFactReminderFor(tx, user, content.details.day, site)
        : undefined;
      return verified && message ? { to: verified, message } : undefined;
    }
    case "password-changed":
      return isActive && verified
        ? { to: verified, message: composePasswordChanged({ username, at }, site) }
        : undefined;
    case "password-set":
      return mail.email
        ? { to: mail.email, message: composePasswordSet({ username, at }, site) }
        : undefined;
    case "account-closed":
      return !isActive && verified
        ? { to: verified, message: composeAccountClosed({ username, at }, site) }
        : undefined;
  }
}

type Verification = { to: string; isFromSignUp: boolean; isFirstOfNetwork: boolean };

function prepareVerification(
  { to, isFromSignUp, isFirstOfNetwork }: Verification,
  site: Site,
): PreparedEmail {
  const { token, sid: hash } = createSessionToken();
  const purpose = "verify-email";
  const link = { hash, purpose, minutes: LINK_MINUTES[purpose] } as const;
  const maxPerDay = VERIFICATIONS_PER_DAY * (isFirstOfNetwork ? 2 : 1);
  return { to, message: composeVerification({ token, isFromSignUp }, site), link, maxPerDay };
}

type Reset = { to: string; username: string; minutes: number; isAfterRestore: boolean };

function prepareReset({ to, ...reset }: Reset, site: Site): PreparedEmail {
  const { token, sid: hash } = createSessionToken();
  const message = composePasswordReset({ token, ...reset }, site);
  return { to, message, link: { hash, purpose: "reset-password", minutes: reset.minutes } };
}

async function prepareAddressChanged(
  tx: Tx,
  { id: userId, username }: User,
  linkId: number,
  site: Site,
): Promise<PreparedEmail | undefined> {
  const prepared = await findRestoreLink(tx, linkId, userId);
  if (!prepared) return undefined;
  const { token, sid: hash } = createSessionToken();
  const purpose = "restore-email";
  const link = { hash, purpose, id: prepared.id, minutes: LINK_MINUTES[purpose] } as const;
  return { to: prepared.email, message: composeAddressChanged({ username, token }, site), link };
}

type ReceiptSource = { user: User; at: Date; paymentId: string };

async function prepareReceipt(
  tx: Tx,
  { user, at: paidAt, paymentId }: ReceiptSource,
  site: Site,
): Promise<PreparedEmail | undefined> {
  const to = user.email ?? user.verifiedEmail;
  const payment = await findPayment(tx, paymentId);
  if (!to || !payment || !isTier(payment.membershipTier)) return undefined;
  const { amount, membershipTier: tier, periodFrom, periodTo } = payment;
  if (!periodFrom || !periodTo) return undefined;
  const isVerified = user.email === null || isEmailVerified(user);
  const username = isVerified ? user.username : undefined;
  const receipt = {
    paymentId,
    username,
    tier,
    amount,
    paidAt,
    from: periodFrom,
    to: periodTo,
    carriedDays: Math.round((periodTo.getTime() - addOneYear(periodFrom).getTime()) / DAY_MS),
  };
  return { to, message: composeReceipt(receipt, site) };
}

function composeReminderFor(user: User, details: { expiresAt: string; days: number }, site: Site) {
  const { username, membershipTier: tier, membershipExpiresAt: expiresAt } = user;
  const isCurrent = expiresAt?.toISOString() === details.expiresAt;
  if (!isCurrent || !isTier(tier)) return undefined;
  return composeReminder({ username, tier, expiresAt, days: details.days }, site);
}

async function composeFactReminderFor(
  tx: Tx,
  { id, username }: User,
  day: string,
  site: Site,
): Promise<Email | undefined> {
  const [first, ...others] = await listRemindedFacts(tx, id, {
    day,
    limit: MAX_REMINDED_FACTS + 1,
  });
  return first && composeFactReminder({ username, facts: [first, ...others] }, site);
}
