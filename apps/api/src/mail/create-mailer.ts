import { access, constants, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { MailSettings } from "./mail-settings.ts";
import type { Mailer } from "./mailer.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";

/** A server that speaks SMTP, or without one a folder. */
export function createMailer(settings: MailSettings): Mailer {
  const { smtpUrl, folder } = settings;
  return smtpUrl ? createSmtpMailer(smtpUrl) : createFileMailer(folder);
}

/**
 * Keeps each mail as a file, named after its Message-ID, which mail programs open. Only its owner may
 * read it, because of the links in it.
 */
export function createFileMailer(folder: string): Mailer {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(mail) {
      const { message } = await transport.sendMail(mail);
      const file = join(folder, `${mail.messageId.replace(/^<|@.*$/g, "")}.eml`);
      await mkdir(folder, { recursive: true });
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    async check() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
      return `no SMTP_URL, so mails are kept as files in ${folder}`;
    },
  };
}
