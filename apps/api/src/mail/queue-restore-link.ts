import type { Tx } from "@studbook/db/client";
import { insertRestoreLink } from "@studbook/db/queries/email-tokens";
import type { Context } from "../context.ts";
import { LINK_MINUTES } from "./link-minutes.ts";
import { queueMail } from "./queue-mail.ts";

/**
 * Tells an address that it is no longer the verified one of an account, with a link that restores it. The
 * link is known from now on, so that restoring an earlier address voids it even before it is sent. The caller
 * has locked the user.
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
