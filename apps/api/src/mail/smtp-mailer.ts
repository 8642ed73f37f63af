import { createTransport } from "nodemailer";
import { MailDeliveryError, type Mailer, RecipientRejectedError } from "./mailer.ts";

const TIMEOUT_MS = 10_000;

/**
 * Creates a mailer that sends by SMTP, with one connection per email. A password is sent only over TLS, unless the
 * mail server runs on this machine.
 *
 * @param timeoutMs how long to wait for each response of the mail server
 */
export function createSmtpMailer(smtpUrl: string, timeoutMs = TIMEOUT_MS): Mailer {
  const { protocol, hostname, password } = new URL(smtpUrl);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: protocol === "smtp:" && password !== "" && !isLocal,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(email) {
      try {
        await transport.sendMail(email);
      } catch (error) {
        throw isRejectedRecipient(error)
          ? new RecipientRejectedError(describe(error))
          : new MailDeliveryError(describe(error));
      }
    },
    async check() {
      try {
        await transport.verify();
      } catch (error) {
        throw new MailDeliveryError(`${new URL(smtpUrl).host}: ${describe(error)}`);
      }
      return `SMTP at ${new URL(smtpUrl).host}`;
    },
  };
}

/** Whether the server permanently rejected the recipient; any other error may be temporary. */
function isRejectedRecipient(error: unknown): boolean {
  const status = Number(readField(error, "responseCode"));
  return readField(error, "command") === "RCPT TO" && status >= 500 && status < 600;
}

/** Leaves out the server's response, which may repeat the address. */
function describe(error: unknown): string {
  const fields = ["code", "command", "responseCode"].map((name) => readField(error, name));
  return fields.filter(Boolean).join(" ") || "cannot communicate with the mail server";
}

function readField(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined;
}
