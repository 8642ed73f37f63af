import { DomainError } from "@studbook/domain/errors";
import { TRPCError } from "@trpc/server";
import type { FastifyRequest } from "fastify";

const PAUSE_MS = 60_000;

export type LogUnavailable = (request: FastifyRequest, error: unknown) => void;

/**
 * Logs why requests get a 503, at most once a minute, because there may be any number of them and each is
 * logged as a request anyway. Logs nothing for a full queue, which is not a failure, or while the server is starting, which
 * logs what it is waiting for.
 */
export function createUnavailableLog(): LogUnavailable {
  let nextAt = 0;
  return ({ log }, error) => {
    const now = performance.now();
    const cause = error instanceof TRPCError ? error.cause : error;
    if (now < nextAt || cause instanceof DomainError) return;
    nextAt = now + PAUSE_MS;
    log.warn({ err: error }, "service unavailable");
  };
}
