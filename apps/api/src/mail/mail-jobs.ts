import type { Db } from "@studbook/db/client";
import { deleteExpiredEmailTokens } from "@studbook/db/queries/email-tokens";
import { deleteOldMails } from "@studbook/db/queries/mails";
import { listDueReminders } from "@studbook/db/queries/reminders";
import type { Enqueue } from "../jobs/boss.ts";
import type { Job } from "../jobs/run-jobs.ts";
import { queueMail } from "./queue-mail.ts";

const BATCH = 500;

type ReminderParts = { db: Db; enqueue: Enqueue };

/** The scheduled jobs for emails: renewal reminders and the deletion of old rows. */
export function listMailJobs(parts: ReminderParts): Job[] {
  return [
    {
      name: "remind-members",
      cron: "47 * * * *",
      run: (signal) => remindMembers(parts, signal),
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
