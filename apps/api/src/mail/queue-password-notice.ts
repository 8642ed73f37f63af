import type { Tx } from "@studbook/db/client";
import { getRecentMailStatus } from "@studbook/db/queries/mails";
import type { Enqueue } from "../jobs/boss.ts";
import { queueMail } from "./queue-mail.ts";

const PAUSE_MINUTES = 10;

/**
 * Has an account told that its password was changed, but not twice within 10 minutes: changes that follow a
 * notice are told of together, when they are over. The caller has locked the user.
 */
export async function queuePasswordNotice(tx: Tx, enqueue: Enqueue, userId: string): Promise<void> {
  const notice = { kind: "password-changed", userId } as const;
  const recent = await getRecentMailStatus(tx, { ...notice, minutes: PAUSE_MINUTES });
  if (recent.isWaiting) return;
  const afterSeconds =
    recent.sentSecondsAgo === null ? 0 : Math.max(0, PAUSE_MINUTES * 60 - recent.sentSecondsAgo);
  await queueMail(tx, enqueue, { ...notice, details: {}, afterSeconds });
}
