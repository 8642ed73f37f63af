import { access, constants, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { MailSettings } from "./mail-settings.ts";
import type { Mailer } from "./mailer.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";

/** Creates a mailer that sends by SMTP, or writes files if no SMTP server is configured. */
export function createMailer(settings: MailSettings): Mailer {
  const { smtpUrl, folder } = settings;
  return smtpUrl ? createSmtpMailer(smtpUrl) : createFileMailer(folder);
}

/**
 * Creates a mailer that writes each email to an .eml file named after its Message-ID. Only the file's owner may read
 * it, because of the links in it.
 */
export function createFileMailer(folder: string): Mailer {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(email) {
      const { message } = await transport.sendMail(email);
      const file = join(folder, `${email.messageId.replace(/^<|@.*$/g, "")}.eml`);
      await mkdir(folder, { recursive: true });
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    async check() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
      return `SMTP_URL is not set, so emails are saved as files in ${folder}`;
    },
  };
}
