import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
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
  async function writeOrRemove(
    name: string,
    content: Parameters<typeof writeFile>[1],
    finish: (path: string) => Promise<void>,
  ): Promise<void> {
    const path = join(folder, name);
    await mkdir(folder, { recursive: true });
    try {
      await writeFile(path, content, { mode: 0o600 });
      await finish(path);
    } catch (error) {
      // If this fails too, the first error says why.
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
  }
  return {
    async deliver(email) {
      const { message } = await transport.sendMail(email);
      const name = `${email.messageId.replace(/^<|@.*$/g, "")}.eml`;
      await writeOrRemove(`${name}.part`, message, (path) => rename(path, join(folder, name)));
    },
    async check() {
      await writeOrRemove(`${randomUUID()}.part`, "studbook check", (path) => rm(path));
      return `SMTP_URL is not set, so emails are saved as files in ${folder}`;
    },
  };
}
