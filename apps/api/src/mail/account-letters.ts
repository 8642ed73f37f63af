import { formatDate } from "@studbook/domain/words";
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

type Link = { username: string; token: string };

/** The link works for 24 hours. */
export function writeVerification({ username, token }: Link, site: Site): Letter {
  return {
    subject: "Please verify your email address",
    title: "Is this your email address?",
    blocks: [
      text(`The Studbook account ${username} has this address. Please tell us that it is yours.`),
      button("Verify Email Address", `${site.publicUrl}/verify-email?token=${token}`),
      text("The link works once, for 24 hours. If this is not your account, do nothing."),
    ],
  };
}

/** The link works for 60 minutes. */
export function writeReset({ username, token }: Link, site: Site): Letter {
  return {
    subject: "Reset your Studbook password",
    title: "Set a new password",
    blocks: [
      text(`We were asked to reset the password of your account ${username}.`),
      button("Set a New Password", `${site.publicUrl}/reset-password?token=${token}`),
      text(
        "The link works once, for 60 minutes. If this was not you, do nothing: your password stays as it is.",
      ),
    ],
  };
}

/** 'Nov 5, 2026, 14:05 UTC' */
function instant(date: Date): string {
  return `${formatDate(date)}, ${date.toISOString().slice(11, 16)} UTC`;
}
