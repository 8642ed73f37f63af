import type { FastifyRequest } from "fastify";
import { BoundedMap } from "../bounded-map.ts";
import type { Config } from "../config.ts";
import { readSessionToken } from "./cookie.ts";
import { hashToken } from "./lucia.ts";

export type RecentUsers = {
  /** Notes that a session is this user's. The newest sessions are kept. */
  remember(sid: string, userId: string): void;
  forget(sid: string): void;
  /** The user whose session it was when it was last found. */
  find(sid: string): string | undefined;
};

/** How many sessions are remembered, those that were found last. */
const MOST_SESSIONS = 10_000;

/**
 * Whose sessions were found lately, in memory. It decides who waits behind whom, before the database is asked; what
 * somebody may do is never decided by it, because a session may have ended elsewhere since.
 */
export function createRecentUsers(mostSessions = MOST_SESSIONS): RecentUsers {
  const users = new BoundedMap<string, string>(mostSessions);
  return {
    remember: (sid, userId) => void users.set(sid, userId),
    forget: (sid) => void users.delete(sid),
    find: (sid) => users.get(sid),
  };
}

/** The sessions that this server has seen. */
export const recentUsers = createRecentUsers();

/** Who made the last request with the session that this one comes with; undefined for strangers and sessions not met yet. */
export function findRecentUser(
  request: FastifyRequest,
  site: Pick<Config, "publicUrl">,
): string | undefined {
  const token = readSessionToken(request, site);
  return token && recentUsers.find(hashToken(token));
}
