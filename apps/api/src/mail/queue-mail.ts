import { randomUUID } from "node:crypto";
import type { Tx } from "@studbook/db/client";
import { insertMail } from "@studbook/db/queries/mails";
import type { Enqueue } from "../jobs/boss.ts";
import type { MailContent } from "./mail-content.ts";

export const MAIL_QUEUE = "send-mail";

type Kind = MailContent["kind"];

/** Links come first, because somebody is waiting for them. */
const PRIORITIES: Partial<Record<Kind, number>> = {
  "reset-password": 3,
  "restore-email": 2,
  "verify-email": 1,
};

/**
 * Queues an email that is sent once the caller's transaction commits. Its text and, unless `mail.email` is given, its
 * recipient are determined when it is sent.
 *
 * @param mail.cause a key that makes repeated calls queue only one email
 * @param mail.afterSeconds the minimum delay
 */
export async function queueMail(
  tx: Tx,
  enqueue: Enqueue,
  mail: MailContent & { userId: string; email?: string; cause?: string; afterSeconds?: number },
): Promise<void> {
  const { kind, userId, email, details, afterSeconds = 0 } = mail;
  const cause = mail.cause ?? `${kind}:${randomUUID()}`;
  const mailId = await insertMail(tx, { cause, kind, userId, email, details });
  if (mailId === undefined) return;
  await enqueue(tx, MAIL_QUEUE, { mailId }, { priority: PRIORITIES[kind] ?? 0, afterSeconds });
}
