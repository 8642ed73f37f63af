import type { Db, Tx } from "@studbook/db/client";
import { insertEmailToken, setRestoreLinkSent } from "@studbook/db/queries/email-tokens";
import { lockMail, type MailRow, setMailGivenUp, setMailSent } from "@studbook/db/queries/mails";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config.ts";
import { mailAttempts } from "../metrics/metrics.ts";
import { type Mailer, RecipientRejectedError } from "./mailer.ts";
import { type PreparedEmail, type PreparedLink, prepareEmail } from "./prepare-email.ts";
import { renderHtml, renderText } from "./render-email.ts";
import { sendWithinLimit } from "./send-within-limit.ts";

export type MailParts = {
  db: Db;
  mailer: Mailer;
  config: Pick<Config, "mail" | "publicUrl" | "supportEmail" | "rateLimits">;
  logger: FastifyBaseLogger;
};

/**
 * Sends a queued email unless it was already sent or given up. Its row stays locked until it is recorded as sent, so
 * two servers never both send it. Only after a crash in between is it sent again, with the same Message-ID.
 *
 * @param isLastAttempt whether to give the email up if it cannot be delivered
 * @throws MailDeliveryError if the delivery failed and should be retried
 */
export async function deliverMail(
  parts: MailParts,
  mailId: string,
  isLastAttempt: boolean,
): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const mail = await lockMail(tx, mailId);
    if (!mail || mail.sentAt || mail.givenUpAt) return;
    const prepared = await prepareEmail(tx, mail, parts.config);
    if (prepared) {
      const limit = { kind: mail.kind, to: prepared.to, maxPerDay: prepared.maxPerDay };
      const sending = { mail, prepared, isLastAttempt };
      if (await sendWithinLimit(parts, limit, () => send(parts, tx, sending))) return;
    }
    mailAttempts.inc({ result: "obsolete" });
    await setMailGivenUp(tx, mail.id);
  });
}

type Sending = { mail: MailRow; prepared: PreparedEmail; isLastAttempt: boolean };

/** Returns whether the email was delivered; if not, it is given up. Throws MailDeliveryError to retry. */
async function send(parts: MailParts, tx: Tx, sending: Sending): Promise<boolean> {
  const { mail, isLastAttempt } = sending;
  const { to, message, link } = sending.prepared;
  const { config, logger } = parts;
  const { from } = config.mail;
  const messageId = `<${mail.id}@${from.address.split("@").at(-1)}>`;
  try {
    await parts.mailer.deliver({
      from,
      to: { name: "", address: to },
      subject: message.subject,
      text: renderText(message, config),
      html: renderHtml(message, config),
      messageId,
      date: mail.createdAt,
    });
  } catch (error) {
    const isFinal = isLastAttempt || error instanceof RecipientRejectedError;
    mailAttempts.inc({ result: isFinal ? "given_up" : "failed" });
    if (!isFinal) throw error;
    logger.error({ err: error, mailId: mail.id, kind: mail.kind }, "gave up delivering an email");
    await setMailGivenUp(tx, mail.id);
    return false;
  }
  mailAttempts.inc({ result: "sent" });
  if (link) await storeLink(tx, link, { userId: mail.userId, email: to });
  await setMailSent(tx, mail.id, messageId);
  return true;
}

async function storeLink(
  tx: Tx,
  link: PreparedLink,
  owner: { userId: string; email: string },
): Promise<void> {
  if (link.purpose === "restore-email") await setRestoreLinkSent(tx, link.id, link);
  else await insertEmailToken(tx, { ...link, ...owner });
}
