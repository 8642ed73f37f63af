import { setTimeout as delay } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import about from "pg-boss/package.json" with { type: "json" };
import { createLogger } from "../log.ts";
import { MAIL_QUEUES } from "../mail/mail-queues.ts";
import { createBoss } from "./boss.ts";
import { JOB_NAMES } from "./job-names.ts";
import type { Queue } from "./queue.ts";

/** What a queue is, apart from the work that a server does for it. */
export type QueueDefinition = Omit<Queue, "run">;

/** The version of the queue's schema that this program works with. */
export const QUEUE_VERSION = about.pgboss.schema;

const POLL_MS = 100;

/** The queue of a scheduled job. One run waits and one is active at most; a failed one is not repeated. */
export function scheduledQueue(name: string): QueueDefinition {
  const options = { policy: "stately", retryLimit: 0, deleteAfterSeconds: 24 * 60 * 60 } as const;
  return { name, options };
}

/** Every queue that servers send to and work on. */
export const QUEUES: readonly QueueDefinition[] = [
  ...JOB_NAMES.map(scheduledQueue),
  ...MAIL_QUEUES,
];

/**
 * Creates or upgrades the schema of the job queue, creates the queues that are missing, and gives those that
 * are there their options. Servers may do none of this.
 */
export async function installQueue(
  ownerUrl: string,
  queues: readonly QueueDefinition[] = QUEUES,
): Promise<void> {
  const parts = { url: ownerUrl, logger: createLogger("warn") };
  const boss = createBoss(parts, { migrate: true, supervise: false, schedule: false });
  try {
    await boss.start();
    await untilIndexesAreBuilt(boss);
    for (const { name, options } of queues) {
      const { policy: _unchangeable, ...changeable } = options;
      await boss.createQueue(name, options);
      await boss.updateQueue(name, changeable);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** An upgrade of the schema leaves indexes to be built one by one, by a process of the owner's. */
async function untilIndexesAreBuilt(boss: PgBoss): Promise<void> {
  for (;;) {
    const statuses = await boss.getBamStatus();
    if (!statuses.some(({ status }) => status === "pending" || status === "in_progress")) return;
    await delay(POLL_MS);
  }
}
