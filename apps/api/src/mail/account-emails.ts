import { RESTORE_DAYS, VERIFICATION_HOURS } from "@studbook/domain/emailed-links";
import { formatDate, pluralize } from "@studbook/domain/format";
import { pageAddress } from "@studbook/domain/page-address";
import { button, type Email, type Site, text } from "./email.ts";

type Event = { username: string; at: Date };

export function composePasswordChanged({ username, at }: Event, site: Site): Email {
  return {
    subject: "Your Studbook password was changed",
    title: "Your password was changed",
    blocks: [
      text(`The password for your account ${username} was changed on ${formatInstant(at)}.`),
      text(
        `If you did not change it, reset your password now and contact us at ${site.supportEmail}.`,
      ),
      button("Reset Password", `${site.publicUrl}/forgot-password`),
    ],
  };
}

export function composeAccountClosed({ username, at }: Event, site: Site): Email {
  return {
    subject: "Your Studbook account is closed",
    title: "Your account is closed",
    blocks: [
      text(
        `Your account ${username} was closed on ${formatInstant(at)}. Your listings are no longer visible.`,
      ),
      text(
        `Nothing has been deleted. If you did not close your account, or if you want to reopen it, contact us at ${site.supportEmail}.`,
      ),
    ],
  };
}

/** Omits the username, because the address may be a stranger's. */
export function composeVerification(
  { token, isFromSignUp }: { token: string; isFromSignUp: boolean },
  site: Site,
): Email {
  const link = pageAddress("/verify-email", isFromSignUp ? { token, signup: "1" } : { token });
  const needed = isFromSignUp ? "" : "You will need your account's password. ";
  return {
    subject: "Please confirm your email address",
    title: "Confirm your email address",
    blocks: [
      text(
        "This email address was added to a Studbook account. Please confirm that it belongs to you.",
      ),
      button("Confirm Email Address", site.publicUrl + link),
      text(
        `${needed}The link works once and expires in ${VERIFICATION_HOURS} hours. If this is not your account, you can ignore this email.`,
      ),
    ],
  };
}

type Reset = { username: string; token: string; minutes: number; isAfterRestore: boolean };

export function composePasswordReset(reset: Reset, site: Site): Email {
  const { username, token, minutes, isAfterRestore } = reset;
  const lifetime = minutes > 60 ? pluralize(minutes / 60, "hour", "hours") : `${minutes} minutes`;
  const expiry = `The link works once and expires in ${lifetime}.`;
  return {
    subject: "Reset your Studbook password",
    title: "Set a new password",
    blocks: [
      text(
        isAfterRestore
          ? `The email address for your account ${username} was restored, and the old password no longer works. Set a new password to sign in.`
          : `We received a request to reset the password for your account ${username}.`,
      ),
      button("Set a New Password", site.publicUrl + pageAddress("/reset-password", { token })),
      text(
        isAfterRestore
          ? expiry
          : `${expiry} If you did not request this, you can ignore this email. Your password will not change.`,
      ),
    ],
  };
}

type AddressChange = { username: string; token: string };

/** To the previous verified address. */
export function composeAddressChanged({ username, token }: AddressChange, site: Site): Email {
  return {
    subject: "Your Studbook email address was changed",
    title: "Your confirmed email address was changed",
    blocks: [
      text(
        `The confirmed email address for your account ${username} was changed or removed. If you did this, you do not need to do anything.`,
      ),
      text(
        "If you did not do this, restore the address that received this email. Restoring it removes any addresses added later, signs out all devices, disables the password, and sends you a link to set a new password.",
      ),
      button("Restore This Address", site.publicUrl + pageAddress("/restore-email", { token })),
      text(
        `The link works once and expires in ${RESTORE_DAYS} days. It keeps working even if the address is changed again, unless our support team deactivates the account or resets its password. If the link no longer works, contact us at ${site.supportEmail}.`,
      ),
    ],
  };
}

/** To the address that an earlier one replaced. It has no link, so that the two owners cannot keep restoring their own. */
export function composeAddressReplaced({ username, at }: Event, site: Site): Email {
  return {
    subject: "Your Studbook email address was replaced by an earlier one",
    title: "An earlier email address was restored",
    blocks: [
      text(
        `On ${formatInstant(at)}, an earlier email address for your account ${username} was restored using a link that we sent to that address. The address that received this email no longer belongs to the account.`,
      ),
      text(
        `All devices were signed out, and the password no longer works. If this is your account and you did not do this, contact us at ${site.supportEmail}.`,
      ),
    ],
  };
}

/** To the address that was verified until the operator set a password. It has no link, because its owner is in doubt. */
export function composePasswordSet({ username, at }: Event, site: Site): Email {
  return {
    subject: "A new password was set for your Studbook account",
    title: "We set a new password",
    blocks: [
      text(
        `On ${formatInstant(at)}, we set a new password for your account ${username} and signed out all devices. The address that received this email is no longer the account's confirmed address.`,
      ),
      text(
        `To keep using this address, sign in with the new password, then confirm the address. If you did not ask for this, contact us at ${site.supportEmail}.`,
      ),
    ],
  };
}

/** 'Nov 5, 2026 at 14:05 UTC' */
function formatInstant(date: Date): string {
  return `${formatDate(date)} at ${date.toISOString().slice(11, 16)} UTC`;
}
