import { createTransport } from "nodemailer";
import { type Mailer, MailFailed, MailRefused } from "./mailer.ts";

const TIMEOUT_MS = 10_000;

/**
 * Delivers to a mail server, over one connection a mail. A password is sent over TLS alone, unless the
 * server is on this machine.
 */
export function createSmtpMailer(smtpUrl: string): Mailer {
  const { protocol, hostname, password } = new URL(smtpUrl);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: protocol === "smtp:" && password !== "" && !isHere,
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(mail) {
      try {
        await transport.sendMail(mail);
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(describe(error)) : new MailFailed(describe(error));
      }
    },
    async check() {
      try {
        await transport.verify();
      } catch (error) {
        throw new MailFailed(`${new URL(smtpUrl).host}: ${describe(error)}`);
      }
      return `SMTP at ${new URL(smtpUrl).host}`;
    },
  };
}

/** Whether the recipient was refused for good; of anything else the fault may pass. */
function isRefusal(error: unknown): boolean {
  const status = Number(read(error, "responseCode"));
  return read(error, "command") === "RCPT TO" && status >= 500 && status < 600;
}

function describe(error: unknown): string {
  const words = ["code", "command", "responseCode"].map((name) => read(error, name));
  return words.filter(Boolean).join(" ") || "the mail server cannot be spoken to";
}

function read(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined;
}
