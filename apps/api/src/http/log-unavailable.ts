import { DomainError } from "@studbook/domain/errors";
import type { FastifyRequest } from "fastify";
import { describeError } from "../errors.ts";

const PAUSE_MS = 60_000;

export type LogUnavailable = (request: FastifyRequest, error: unknown) => void;

/**
 * Logs why requests are answered 503, at most once a minute: their number has no bound, and each has its own line of the
 * log besides. Nothing is logged for a full queue, which is no failure, and for a server that starts, which tells by
 * itself what it waits for.
 */
export function createUnavailableLog(): LogUnavailable {
  let nextAt = 0;
  return ({ log }, error) => {
    const now = performance.now();
    if (now < nextAt || error instanceof DomainError || describeError(error).code === "BUSY")
      return;
    nextAt = now + PAUSE_MS;
    log.warn({ err: error }, "not available");
  };
}
