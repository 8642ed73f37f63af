import { DomainError } from "@studbook/domain/errors";
import type { FastifyBaseLogger } from "fastify";
import { storageFailures } from "../metrics/metrics.ts";

const PAUSE_MS = 60_000;

const MESSAGES = new Map([
  ["STORAGE_FULL", "the photo storage is full"],
  ["STORAGE_UNAVAILABLE", "the photo storage failed"],
  ["BUSY", "photos cannot be decoded"],
]);

export type LogStorageFailure = (logger: FastifyBaseLogger, error: unknown) => void;

/**
 * Counts requests that fail because of the photo storage or the decoder, and logs each cause once a minute: the
 * system's error with its code and path. Ignores other errors.
 */
export function createStorageLog(now: () => number = () => performance.now()): LogStorageFailure {
  const nextAt = new Map<string, number>();
  return (logger, error) => {
    if (!(error instanceof DomainError) || error.cause === undefined) return;
    const { code, cause } = error;
    const message = MESSAGES.get(code);
    if (message === undefined) return;
    if (code === "STORAGE_FULL") storageFailures.inc({ reason: "full" });
    if (code === "STORAGE_UNAVAILABLE") storageFailures.inc({ reason: "unavailable" });
    const systemCode = cause instanceof Error && "code" in cause ? cause.code : undefined;
    const key = `${code} ${systemCode}`;
    if (now() < (nextAt.get(key) ?? 0)) return;
    nextAt.set(key, now() + PAUSE_MS);
    logger.error({ err: cause }, message);
  };
}
