import { access, constants, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Mailer } from "./mailer.ts";

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
