import { setTimeout as delay } from "node:timers/promises";
import { DAY_SECONDS } from "@studbook/domain/day";
import type { PgBoss } from "pg-boss";
import about from "pg-boss/package.json" with { type: "json" };
import { createLogger } from "../log.ts";
import { MAIL_QUEUES } from "../mail/mail-queues.ts";
import { createBoss } from "./boss.ts";
import { JOB_NAMES } from "./job-names.ts";
import { type Queue, WAKING_OPTIONS } from "./process-queue.ts";

/** A queue without its worker. */
export type QueueDefinition = Omit<Queue, "run">;

/** The version of pg-boss's schema that this program requires. */
export const QUEUE_VERSION = about.pgboss.schema;

const POLL_MS = 100;

/** The queue of a scheduled job: at most one run is queued and one is active. A failed run is not retried. */
export function scheduledQueue(name: string): QueueDefinition {
  const options = {
    policy: "stately",
    retryLimit: 0,
    deleteAfterSeconds: DAY_SECONDS,
    ...WAKING_OPTIONS,
  } as const;
  return { name, options };
}

/** pg-boss passes scheduled jobs to their queues through this one. It would create it without notifications. */
const SCHEDULER_QUEUE = { name: "__pgboss__send-it", options: { notify: true } };

/** Every queue of the product. */
export const QUEUES: readonly QueueDefinition[] = [
  SCHEDULER_QUEUE,
  ...JOB_NAMES.map(scheduledQueue),
  ...MAIL_QUEUES,
];

/**
 * Creates or upgrades pg-boss's schema, creates missing queues and updates the options of existing ones. Requires the
 * owner's privileges, which servers do not have.
 */
export async function installQueue(
  ownerUrl: string,
  queues: readonly QueueDefinition[] = QUEUES,
): Promise<void> {
  const parts = { url: ownerUrl, logger: createLogger("warn") };
  const boss = createBoss(parts, { migrate: true, supervise: false, schedule: false });
  try {
    await boss.start();
    await waitForIndexes(boss);
    for (const { name, options } of queues) {
      const { policy: _unchangeable, ...changeable } = options;
      await boss.createQueue(name, options);
      await boss.updateQueue(name, changeable);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** A schema upgrade builds its indexes in the background, which also requires the owner's privileges. */
async function waitForIndexes(boss: PgBoss): Promise<void> {
  for (;;) {
    const statuses = await boss.getBamStatus();
    if (!statuses.some(({ status }) => status === "pending" || status === "in_progress")) return;
    await delay(POLL_MS);
  }
}
