import type { Tx } from "@studbook/db/client";
import { insertRestoreLink } from "@studbook/db/queries/email-tokens";
import { LINK_MINUTES } from "@studbook/domain/emailed-links";
import type { Context } from "../context.ts";
import { queueMail } from "./queue-mail.ts";

/**
 * Queues an email to an account's previous verified address, with a link that restores it. The link is stored now, so
 * that restoring an even earlier address voids it before it is sent. The caller has locked the user.
 */
export async function queueRestoreLink(
  tx: Tx,
  { enqueue }: Pick<Context, "enqueue">,
  userId: string,
  email: string,
): Promise<void> {
  const link = { userId, email, minutes: LINK_MINUTES["restore-email"] };
  const linkId = await insertRestoreLink(tx, link);
  await queueMail(tx, enqueue, { kind: "restore-email", details: { linkId }, userId });
}
