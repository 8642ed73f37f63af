import type { Db } from "@studbook/db/client";
import { countRecentMails } from "@studbook/db/queries/mails";
import { listUsersToReset, lockUser } from "@studbook/db/queries/users";
import type { Enqueue } from "../jobs/boss.ts";
import { LAST_RESET_MINUTES, LINK_MINUTES } from "./link-minutes.ts";
import { queueMail } from "./queue-mail.ts";

export const RESET_QUEUE = "reset-password";

/** An address may belong to several accounts. */
const MOST_ACCOUNTS = 5;

const PAUSE_MINUTES = 10;
const MOST_A_DAY = 10;

type ResetParts = { db: Db; enqueue: Enqueue };

/** Has a link sent to every account that a username or an address means: to none, to one, or to a few. */
export async function sendResetLinks(
  parts: ResetParts,
  requestId: string,
  account: string,
): Promise<void> {
  for (const userId of await listUsersToReset(parts.db, account, MOST_ACCOUNTS)) {
    await sendResetLink(parts, userId, `reset-password:${requestId}:${userId}`);
  }
}

/**
 * Has a link sent to an account, unless one was sent a few minutes ago, which still works, or it has had
 * all its mails of the last 24 hours. However many ask at once, on however many servers, one mail leaves.
 */
async function sendResetLink(
  { db, enqueue }: ResetParts,
  userId: string,
  cause: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user?.isActive) return;
    const kind = "reset-password";
    const { today, isRecent } = await countRecentMails(tx, {
      userId,
      kind,
      minutes: PAUSE_MINUTES,
    });
    if (isRecent || today >= MOST_A_DAY) return;
    const isLast = today === MOST_A_DAY - 1;
    const minutes = isLast ? LAST_RESET_MINUTES : LINK_MINUTES[kind];
    await queueMail(tx, enqueue, {
      kind,
      details: { minutes, isAfterRestore: false },
      userId,
      cause,
    });
  });
}
