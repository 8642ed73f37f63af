import type { Db } from "@studbook/db/client";
import { countRecentMails } from "@studbook/db/queries/mails";
import { listUsersToReset, lockUser } from "@studbook/db/queries/users";
import {
  LAST_RESET_HOURS,
  LINK_MINUTES,
  RESET_INTERVAL_MINUTES,
  RESETS_PER_DAY,
} from "@studbook/domain/emailed-links";
import type { Enqueue } from "../jobs/boss.ts";
import { queueMail } from "./queue-mail.ts";

export const RESET_QUEUE = "reset-password";

/** Several accounts may share an address. */
const MAX_ACCOUNTS = 5;

type ResetParts = { db: Db; enqueue: Enqueue };

/** Queues a reset link for every account with this username or verified address; there may be none. */
export async function sendResetLinks(
  parts: ResetParts,
  requestId: string,
  account: string,
): Promise<void> {
  for (const userId of await listUsersToReset(parts.db, account, MAX_ACCOUNTS)) {
    await sendResetLink(parts, userId, `reset-password:${requestId}:${userId}`);
  }
}

/**
 * Queues a reset link for an account, unless one was queued recently, which still works, or the account
 * has reached its daily limit. The user's lock ensures that concurrent requests queue one email in total.
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
      minutes: RESET_INTERVAL_MINUTES,
    });
    if (isRecent || today >= RESETS_PER_DAY) return;
    const isLast = today === RESETS_PER_DAY - 1;
    const minutes = isLast ? LAST_RESET_HOURS * 60 : LINK_MINUTES[kind];
    await queueMail(tx, enqueue, {
      kind,
      details: { minutes, isAfterRestore: false },
      userId,
      cause,
    });
  });
}
