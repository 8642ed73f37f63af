import type { Tx } from "@studbook/db/client";
import { getRecentMailStatus } from "@studbook/db/queries/mails";
import type { Enqueue } from "../jobs/boss.ts";
import { queueMail } from "./queue-mail.ts";

const INTERVAL_MINUTES = 10;

/**
 * Queues a notice that the password was changed. An account gets one per 10 minutes: the changes after a notice are
 * covered by one later notice. The caller has locked the user.
 */
export async function queuePasswordNotice(tx: Tx, enqueue: Enqueue, userId: string): Promise<void> {
  const notice = { kind: "password-changed", userId } as const;
  const recent = await getRecentMailStatus(tx, { ...notice, minutes: INTERVAL_MINUTES });
  if (recent.isWaiting) return;
  const afterSeconds =
    recent.sentSecondsAgo === null ? 0 : Math.max(0, INTERVAL_MINUTES * 60 - recent.sentSecondsAgo);
  await queueMail(tx, enqueue, { ...notice, details: {}, afterSeconds });
}
