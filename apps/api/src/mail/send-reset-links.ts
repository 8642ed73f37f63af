import type { Db } from "@studbook/db/client";
import { listUsersToReset } from "@studbook/db/queries/users";
import type { Enqueue } from "../jobs/boss.ts";
import { queueMail } from "./queue-mail.ts";

export const RESET_QUEUE = "reset-password";

/** An address may belong to several accounts. */
const MOST_ACCOUNTS = 5;

/** Has a link sent to every account that a username or an address means; to none, mostly, or to one. */
export async function sendResetLinks(
  { db, enqueue }: { db: Db; enqueue: Enqueue },
  requestId: string,
  account: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const userId of await listUsersToReset(tx, account, MOST_ACCOUNTS)) {
      const cause = `reset-password:${requestId}:${userId}`;
      await queueMail(tx, enqueue, { kind: "reset-password", details: {}, userId, cause });
    }
  });
}
