import { sql } from "kysely";
import type { Db } from "../client.ts";

/** A job that waits longer was queued while the clock was fast: retries wait for an hour at most. */
const LONGEST_WAIT_HOURS = 2;

/**
 * Sets times of the job queue that lie in the future to now. The database's clock was fast when they were written, and the
 * queue would do nothing until they have passed.
 *
 * @returns how many rows it changed
 */
export async function resetFutureQueueTimes(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with schedules as (
      update pgboss.version set cron_on = least(cron_on, pgboss.job_now()),
        monitor_backoff_on = null
      where cron_on > pgboss.job_now() returning 1
    ), queues as (
      update pgboss.queue set maintain_on = least(maintain_on, pgboss.job_now()),
        monitor_claim_on = least(monitor_claim_on, pgboss.job_now()),
        monitor_on = least(monitor_on, pgboss.job_now())
      where greatest(maintain_on, monitor_claim_on, monitor_on) > pgboss.job_now() returning 1
    ), jobs as (
      update pgboss.job set start_after = pgboss.job_now()
      where state in ('created', 'retry')
        and start_after > pgboss.job_now() + make_interval(hours => ${LONGEST_WAIT_HOURS}) returning 1
    )
    select (select count(*) from schedules) + (select count(*) from queues) + (select count(*) from jobs) as n`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
