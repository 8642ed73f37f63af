import { setTimeout as delay } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Db } from "./client.ts";
import { isLockTimeout, isSerializationFailure } from "./errors.ts";
import { type LockBlocker, listLockBlockers, readBackendPid } from "./queries/lock-blockers.ts";
import { type Attempts, pause } from "./retry.ts";

const POLL_MS = 50;

/** PostgreSQL's default. */
const DEADLOCK_TIMEOUT_MS = 1000;

/** Whether a step can be repeated because it was rolled back only for the locks of other sessions. */
export function isLockConflict(error: unknown): boolean {
  return isLockTimeout(error) || isSerializationFailure(error);
}

/**
 * Limits how long a statement of this connection waits for a lock, and so how long other sessions wait behind it.
 * PostgreSQL interrupts autovacuum only for a session that has waited for `deadlock_timeout`, so that is shortened too
 * if the role may do so; otherwise the connection has to wait until autovacuum has finished.
 */
export async function limitLockWaits<DB>(connection: Kysely<DB>, timeoutMs: number): Promise<void> {
  const deadlockTimeoutMs = Math.min(DEADLOCK_TIMEOUT_MS, Math.ceil(timeoutMs / 2));
  await sql`select set_config('lock_timeout', ${String(timeoutMs)}, false)`.execute(connection);
  await sql`
    select set_config('deadlock_timeout', ${String(deadlockTimeoutMs)}, false)
    where has_parameter_privilege('deadlock_timeout', 'set')`.execute(connection);
}

/**
 * Repeats a step that could not get a lock, with pauses in which the sessions that waited behind it can run. Reports who
 * holds the lock.
 *
 * @param parts.db a second connection, to watch what `connection` waits for
 * @param giveUp creates the error to throw when the patience is over
 */
export async function retryLockConflicts(
  parts: { db: Db; connection: Db; attempts: Attempts; pauseMs: number },
  step: () => Promise<void>,
  giveUp: (blockers: string, cause: unknown) => Error,
): Promise<void> {
  const { db, connection, attempts, pauseMs } = parts;
  const pid = await readBackendPid(connection);
  let blockers: readonly LockBlocker[] = [];
  for (;;) {
    const watch = watchLockWaits(db, pid, attempts);
    const [outcome] = await Promise.allSettled([step()]);
    blockers = (await watch.stop()) ?? blockers;
    if (outcome.status === "fulfilled") return;
    if (!isLockConflict(outcome.reason)) throw outcome.reason;
    if (attempts.isOver()) throw giveUp(describeBlockers(blockers), outcome.reason);
    await pause(pauseMs);
  }
}

/** Reports what a process waits for. `stop` returns the sessions that it waited for last, if any were seen. */
function watchLockWaits(
  db: Db,
  pid: number,
  attempts: Attempts,
): { stop(): Promise<readonly LockBlocker[] | undefined> } {
  const stopped = Promise.withResolvers<true>();
  let last: readonly LockBlocker[] | undefined;
  const watch = async () => {
    while (!(await Promise.race([delay(POLL_MS, false), stopped.promise]))) {
      const blockers = await listLockBlockers(db, pid);
      if (blockers.length === 0) continue;
      last = blockers;
      attempts.report(`Waiting for ${describeBlockers(blockers)}`);
    }
  };
  const watched = Promise.allSettled([watch()]);
  return {
    async stop() {
      stopped.resolve(true);
      const [outcome] = await watched;
      if (outcome.status === "rejected") throw outcome.reason;
      return last;
    },
  };
}

/** Describes for the operator which lock is missing and who holds it. */
export function describeBlockers(blockers: readonly LockBlocker[]): string {
  const tables = [...new Set(blockers.flatMap(({ tableName }) => tableName ?? []))];
  const lock = tables.length > 0 ? `a lock on ${tables.join(", ")}` : "a lock";
  if (blockers.length === 0) return lock;
  return `${lock}, held up by ${blockers.map(describeSession).join(" and ")}`;
}

/** Describes a session: `process 4711 (psql, idle in transaction, transaction open since ...)`. */
export function describeSession({ pid, applicationName, state, since }: LockBlocker): string {
  if (pid === 0) return "a prepared transaction (see pg_prepared_xacts)";
  const details = [
    applicationName,
    state,
    since && `transaction open since ${since.toISOString()}`,
  ].filter(Boolean);
  return `process ${pid} (${details.join(", ")})`;
}
