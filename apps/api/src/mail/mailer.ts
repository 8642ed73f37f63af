import { createFileMailer } from "./file-mailer.ts";
import type { MailSettings } from "./mail-settings.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";

type Party = { name: string; address: string };

/** A mail as it leaves. */
type OutgoingMail = {
  from: Party;
  to: Party;
  subject: string;
  text: string;
  html: string;
  /** '<id@host>' */
  messageId: string;
  date: Date;
};

export type Mailer = {
  /**
   * Hands a mail over.
   *
   * @throws MailRefused when this recipient will never get it
   * @throws MailFailed when it may be tried again
   */
  deliver(mail: OutgoingMail): Promise<void>;
  /** Says where mails go, if that can be reached; throws an error that says why not. */
  check(): Promise<string>;
};

/** A server that speaks SMTP, or without one a folder. */
export function createMailer(settings: MailSettings): Mailer {
  const { smtpUrl, folder } = settings;
  return smtpUrl ? createSmtpMailer(smtpUrl) : createFileMailer(folder);
}
