import type { Db, Tx } from "@studbook/db/client";
import { deleteExpiredEmailTokens } from "@studbook/db/queries/email-tokens";
import {
  claimFactReminders,
  listOwnersToRemind,
  postponeFactReminders,
} from "@studbook/db/queries/fact-reminders";
import { deleteOldMails } from "@studbook/db/queries/mails";
import { listDueReminders } from "@studbook/db/queries/reminders";
import { lockUser } from "@studbook/db/queries/users";
import type { Enqueue } from "../jobs/boss.ts";
import type { Job } from "../jobs/run-jobs.ts";
import { queueMail } from "./queue-mail.ts";

const BATCH = 500;

type ReminderParts = { db: Db; enqueue: Enqueue };

/** The scheduled jobs for emails: reminders and the deletion of old rows. */
export function listMailJobs(parts: ReminderParts): Job[] {
  return [
    {
      name: "remind-members",
      cron: "47 * * * *",
      run: (signal) => remindMembers(parts, signal),
    },
    {
      name: "remind-of-old-facts",
      cron: "52 * * * *",
      run: (signal) => remindOfOldFacts(parts, signal),
    },
    {
      name: "delete-old-mails",
      cron: "57 * * * *",
      run: async () =>
        (await deleteOldMails(parts.db)) + (await deleteExpiredEmailTokens(parts.db)),
    },
  ];
}

/** Queues every renewal reminder that is due. Returns the number of reminders. */
export async function remindMembers(
  { db, enqueue }: ReminderParts,
  signal?: AbortSignal,
): Promise<number> {
  let reminded = 0;
  while (!signal?.aborted) {
    const due = await listDueReminders(db, BATCH);
    for (const { userId, days, cause, expiresAt } of due) {
      const details = { expiresAt: expiresAt.toISOString(), days };
      await db
        .transaction()
        .execute((tx) =>
          queueMail(tx, enqueue, { kind: "renewal-reminder", details, userId, cause }),
        );
    }
    reminded += due.length;
    if (due.length < BATCH) break;
  }
  return reminded;
}

/** Queues a reminder for each owner of facts that have become old. Returns the number of these facts. */
export async function remindOfOldFacts(
  { db, enqueue }: ReminderParts,
  signal?: AbortSignal,
): Promise<number> {
  let reminded = 0;
  while (!signal?.aborted) {
    const postponed = await postponeFactReminders(db, BATCH);
    const owners = await listOwnersToRemind(db, BATCH);
    if (postponed === 0 && owners.length === 0) break;
    for (const userId of owners) {
      if (signal?.aborted) break;
      reminded += await db.transaction().execute((tx) => remindOwner(tx, enqueue, userId));
    }
  }
  return reminded;
}

async function remindOwner(tx: Tx, enqueue: Enqueue, userId: string): Promise<number> {
  if (!(await lockUser(tx, userId))) return 0;
  const { count, day, cause } = await claimFactReminders(tx, userId);
  if (count === 0) return 0;
  await queueMail(tx, enqueue, { kind: "fact-reminder", details: { day }, userId, cause });
  return count;
}
