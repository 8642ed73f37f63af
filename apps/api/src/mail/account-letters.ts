import { formatDate, pluralize } from "@studbook/domain/format";
import { pageAddress } from "@studbook/domain/pages";
import { button, type Letter, type Site, text } from "./letter.ts";

type Event = { username: string; at: Date };

export function writePasswordChanged({ username, at }: Event, site: Site): Letter {
  return {
    subject: "Your Studbook password was changed",
    title: "Your password was changed",
    blocks: [
      text(`The password of your account ${username} was changed on ${instant(at)}.`),
      text(`If this was not you, set a new one now and write to ${site.supportEmail}.`),
      button("Reset Password", `${site.publicUrl}/forgot-password`),
    ],
  };
}

export function writeAccountClosed({ username, at }: Event, site: Site): Letter {
  return {
    subject: "Your Studbook account is closed",
    title: "Your account is closed",
    blocks: [
      text(`Your account ${username} was closed on ${instant(at)}. Your listings are hidden.`),
      text(
        `Nothing is deleted. If this was not you, or you want it back, write to ${site.supportEmail}.`,
      ),
    ],
  };
}

/** The link works for 24 hours. The username is not told: the address may be a stranger's. */
export function writeVerification({ token }: { token: string }, site: Site): Letter {
  return {
    subject: "Please verify your email address",
    title: "Is this your email address?",
    blocks: [
      text("A Studbook account was given this address. Please confirm that it is yours."),
      button("Verify Email Address", site.publicUrl + pageAddress("/verify-email", { token })),
      text(
        "You will be asked for the password of the account. The link works once, for 24 hours. If this is not your account, do nothing.",
      ),
    ],
  };
}

type Reset = { username: string; token: string; minutes: number; isAfterRestore: boolean };

export function writeReset(reset: Reset, site: Site): Letter {
  const { username, token, minutes, isAfterRestore } = reset;
  const time = minutes > 60 ? pluralize(minutes / 60, "hour", "hours") : `${minutes} minutes`;
  return {
    subject: "Reset your Studbook password",
    title: "Set a new password",
    blocks: [
      text(
        isAfterRestore
          ? `The email address of your account ${username} was restored, and its old password no longer works. Set a new password to sign in.`
          : `We were asked to reset the password of your account ${username}.`,
      ),
      button("Set a New Password", site.publicUrl + pageAddress("/reset-password", { token })),
      text(
        isAfterRestore
          ? `The link works once, for ${time}.`
          : `The link works once, for ${time}. If this was not you, do nothing: your password stays as it is.`,
      ),
    ],
  };
}

type Restoring = { username: string; token: string };

/** To the address that was verified before. The link works for 7 days. */
export function writeRestoring({ username, token }: Restoring, site: Site): Letter {
  return {
    subject: "Your Studbook email address was changed",
    title: "This is no longer your verified email address",
    blocks: [
      text(
        `The verified email address of your account ${username} was changed or removed. If you did this yourself, there is nothing to do.`,
      ),
      text(
        "If this was not you, restore this address. That removes later addresses, signs everyone out, makes the password stop working, and sends you a link to set a new one.",
      ),
      button("Restore This Address", site.publicUrl + pageAddress("/restore-email", { token })),
      text(
        `The link works once, for 7 days, whatever is changed in the meantime, unless our support team has secured the account. After that, write to ${site.supportEmail}.`,
      ),
    ],
  };
}

/** To the verified address that gives way to an earlier one. It has no link, or the two could take turns. */
export function writeReplaced({ username, at }: Event, site: Site): Letter {
  return {
    subject: "Your Studbook email address was replaced by an earlier one",
    title: "An earlier email address was restored",
    blocks: [
      text(
        `On ${instant(at)} the earlier address of your account ${username} was restored through a link we had sent to it. This address is no longer the account's.`,
      ),
      text(
        `Everyone was signed out, and the password no longer works. If the account is yours and this was not you, write to ${site.supportEmail}.`,
      ),
    ],
  };
}

/** To the address that was the verified one until the operator set a password. Nobody knows whose it is, so it has no link. */
export function writePasswordSet({ username, at }: Event, site: Site): Letter {
  return {
    subject: "A new password was set for your Studbook account",
    title: "We set a new password",
    blocks: [
      text(
        `We set a new password for your account ${username} on ${instant(at)} and signed everyone out. This address is no longer the account's verified one.`,
      ),
      text(
        `To use it again, sign in with the new password and verify it. If you did not ask for this, write to ${site.supportEmail}.`,
      ),
    ],
  };
}

/** 'Nov 5, 2026, 14:05 UTC' */
function instant(date: Date): string {
  return `${formatDate(date)}, ${date.toISOString().slice(11, 16)} UTC`;
}
