import { DomainError } from "@studbook/domain/errors";
import { TRPCError } from "@trpc/server";
import type { FastifyRequest } from "fastify";
import { BoundedMap } from "../bounded-map.ts";

const PAUSE_MS = 60_000;
const MAX_CAUSES = 100;

export type LogUnavailable = (request: FastifyRequest, error: unknown) => void;

/**
 * Logs why requests get a 503, each cause at most once a minute, because there may be any number of them and each is
 * logged as a request anyway. Logs nothing for a full queue, which is not a failure, or while the server is starting, which
 * logs what it is waiting for.
 */
export function createUnavailableLog(): LogUnavailable {
  const nextAt = new BoundedMap<string, number>(MAX_CAUSES);
  return ({ log }, error) => {
    const now = performance.now();
    const cause = error instanceof TRPCError ? error.cause : error;
    if (cause instanceof DomainError) return;
    const name = nameCause(cause);
    if (now < (nextAt.get(name) ?? 0)) return;
    nextAt.set(name, now + PAUSE_MS);
    log.warn({ err: error }, "service unavailable");
  };
}

/** Returns what errors with the same cause have in common: their message without its numbers. */
function nameCause(cause: unknown): string {
  return String(cause).replace(/\d+/g, "");
}
