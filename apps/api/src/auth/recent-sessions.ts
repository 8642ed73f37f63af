import type { FastifyRequest } from "fastify";
import { BoundedMap } from "../bounded-map.ts";
import type { Config } from "../config.ts";
import { readSessionToken } from "./cookie.ts";
import { hashToken } from "./lucia.ts";

export type RecentSessions = {
  remember(sid: string, userId: string): void;
  forget(sid: string): void;
  /** Returns the user of a session; undefined if the session is not among the most recent ones. */
  find(sid: string): string | undefined;
};

/** The most recently used sessions are remembered. */
const MAX_SESSIONS = 10_000;

/**
 * Remembers in memory which users recent sessions belong to. Only the scheduling of requests relies on this, because it is
 * decided before the database is asked. Permissions must not: a session may have ended on another server.
 */
export function createRecentSessions(maxSessions = MAX_SESSIONS): RecentSessions {
  const users = new BoundedMap<string, string>(maxSessions);
  return {
    remember: (sid, userId) => void users.set(sid, userId),
    forget: (sid) => void users.delete(sid),
    find: (sid) => users.get(sid),
  };
}

/** The recent sessions of this server. */
export const recentSessions = createRecentSessions();

/** Returns the probable user of a request; undefined for guests and for sessions that are new to this server. */
export function findRecentUser(
  request: FastifyRequest,
  site: Pick<Config, "publicUrl">,
): string | undefined {
  const token = readSessionToken(request, site);
  return token && recentSessions.find(hashToken(token));
}
