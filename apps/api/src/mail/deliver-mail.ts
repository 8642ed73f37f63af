import type { Db, Tx } from "@studbook/db/client";
import { insertEmailToken, setRestoreLinkSent } from "@studbook/db/queries/email-tokens";
import { lockMail, type MailRow, setMailGivenUp, setMailSent } from "@studbook/db/queries/mails";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config.ts";
import { mailAttempts } from "../metrics/metrics.ts";
import { type Mailer, MailRefused } from "./mailer.ts";
import { type PreparedLetter, type PreparedLink, prepareLetter } from "./prepare-letter.ts";
import { renderHtml } from "./render-html.ts";
import { renderText } from "./render-text.ts";
import { sendWithinLimit } from "./send-within-limit.ts";

export type MailParts = {
  db: Db;
  mailer: Mailer;
  config: Pick<Config, "mail" | "publicUrl" | "supportEmail" | "rateLimits">;
  logger: FastifyBaseLogger;
};

/**
 * Sends a mail that was written down, unless it was sent. Its row is locked from before it is rendered
 * until it is recorded as sent, so two servers never send it both. Only a crash in between has it sent
 * again, with the same Message-ID.
 *
 * @param isLastTry whether a failure gives the mail up
 * @throws MailFailed to be tried again
 */
export async function deliverMail(
  parts: MailParts,
  mailId: string,
  isLastTry: boolean,
): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const mail = await lockMail(tx, mailId);
    if (!mail || mail.sentAt || mail.givenUpAt) return;
    const prepared = await prepareLetter(tx, mail, parts.config);
    if (prepared) {
      const limited = { kind: mail.kind, to: prepared.to, mostADay: prepared.mostADay };
      const sending = { mail, prepared, isLastTry };
      if (await sendWithinLimit(parts, limited, () => send(parts, tx, sending))) return;
    }
    mailAttempts.inc({ result: "pointless" });
    await setMailGivenUp(tx, mail.id);
  });
}

type Sending = { mail: MailRow; prepared: PreparedLetter; isLastTry: boolean };

/** Returns whether the mail has left; otherwise it is given up. */
async function send(parts: MailParts, tx: Tx, sending: Sending): Promise<boolean> {
  const { mail, isLastTry } = sending;
  const { to, letter, link } = sending.prepared;
  const { config, logger } = parts;
  const { from } = config.mail;
  const messageId = `<${mail.id}@${from.address.split("@").at(-1)}>`;
  try {
    await parts.mailer.deliver({
      from,
      to: { name: "", address: to },
      subject: letter.subject,
      text: renderText(letter, config),
      html: renderHtml(letter, config),
      messageId,
      date: mail.createdAt,
    });
  } catch (error) {
    const isOver = isLastTry || error instanceof MailRefused;
    mailAttempts.inc({ result: isOver ? "given_up" : "failed" });
    if (!isOver) throw error;
    logger.error({ err: error, mailId: mail.id, kind: mail.kind }, "a mail was given up");
    await setMailGivenUp(tx, mail.id);
    return false;
  }
  mailAttempts.inc({ result: "sent" });
  if (link) await keepLink(tx, link, { userId: mail.userId, email: to });
  await setMailSent(tx, mail.id, messageId);
  return true;
}

async function keepLink(
  tx: Tx,
  link: PreparedLink,
  owner: { userId: string; email: string },
): Promise<void> {
  if (link.purpose === "restore-email") await setRestoreLinkSent(tx, link.id, link);
  else await insertEmailToken(tx, { ...link, ...owner });
}
