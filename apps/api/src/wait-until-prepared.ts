import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "@studbook/db/client";
import {
  isDatabaseBusy,
  isDatabaseUnavailable,
  isInsufficientPrivilege,
} from "@studbook/db/errors";
import { listPendingMigrations } from "@studbook/db/migration-list";
import { findInstalledQueue } from "@studbook/db/queries/server-privileges";
import type { FastifyBaseLogger } from "fastify";
import { QUEUE_VERSION, QUEUES } from "./jobs/install-queue.ts";

const PAUSE_MS = 500;
const LOG_INTERVAL_MS = 60_000;

type Obstacle = { message: string; missing?: string };

/** Waits without a time limit until the owner has prepared the database. Logs the reason once a minute. */
export async function waitUntilPrepared(
  db: Db,
  logger: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<void> {
  let logged: { reason: string; at: number } | undefined;
  for (;;) {
    const obstacle = await findObstacle(db);
    signal.throwIfAborted();
    if (!obstacle) return;
    const { message, missing } = obstacle;
    const reason = `${message}: ${missing}`;
    const now = performance.now();
    if (logged?.reason !== reason || now - logged.at > LOG_INTERVAL_MS) {
      logger.warn({ missing }, message);
      logged = { reason, at: now };
    }
    await delay(PAUSE_MS, undefined, { signal });
  }
}

async function findObstacle(db: Db): Promise<Obstacle | undefined> {
  try {
    const missing = await findMissingPreparation(db);
    if (missing === undefined) return undefined;
    return { message: "waiting for `studbook migrate` to prepare the database", missing };
  } catch (error) {
    if (isDatabaseUnavailable(error)) {
      return { message: "waiting for the database, which is not responding" };
    }
    if (isDatabaseBusy(error)) return { message: "waiting for the database, which is busy" };
    throw error;
  }
}

/** Returns what `studbook migrate` still has to do for a server of this version, or undefined if nothing is missing. */
export async function findMissingPreparation(db: Db): Promise<string | undefined> {
  try {
    const pending = await listPendingMigrations(db);
    if (pending.length > 0) return `migrations ${pending.join(", ")}`;
  } catch (error) {
    if (isInsufficientPrivilege(error)) return "the server role's privileges";
    throw error;
  }
  const queue = await findInstalledQueue(db);
  if (!queue) return "the job queue";
  if (queue.version !== QUEUE_VERSION) {
    return `version ${QUEUE_VERSION} of the job queue (installed: version ${queue.version})`;
  }
  const names = QUEUES.map(({ name }) => name).filter((name) => !queue.names.includes(name));
  return names.length > 0 ? `the queues ${names.join(", ")}` : undefined;
}
