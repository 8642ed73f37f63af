import { randomUUID } from "node:crypto";
import type { Tx } from "@studbook/db/client";
import { insertMail } from "@studbook/db/queries/mails";
import type { Enqueue } from "../jobs/boss.ts";
import type { MailContent } from "./mail-content.ts";

export const MAIL_QUEUE = "send-mail";

type Kind = MailContent["kind"];

/** Somebody waits for a link. All else can come a little later. */
const PRIORITIES: Partial<Record<Kind, number>> = {
  "reset-password": 3,
  "restore-email": 2,
  "verify-email": 1,
};

/**
 * Has a mail sent when the caller's transaction commits. What it says is found out when it is sent, and so is who
 * gets it, unless it is for one address alone.
 *
 * @param mail.cause what there is one mail for; without it every call is a cause of its own
 * @param mail.afterSeconds how long it waits at least
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
  const turn = { priority: PRIORITIES[kind] ?? 0, afterSeconds };
  await enqueue(tx, MAIL_QUEUE, { mailId }, turn);
}
