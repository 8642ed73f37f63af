import type { Db } from "@studbook/db/client";
import type { SessionUser } from "@studbook/db/queries/sessions";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { clearSessionCookie, readSessionToken, setSessionCookie } from "./cookie.ts";
import { createLucia, createSessionToken, hashToken } from "./lucia.ts";

/** The session of one request, and the ways to begin and end it. */
export type Session = {
  /** The signed-in user. */
  user: SessionUser | undefined;
  sid: string | undefined;
  /**
   * Begins a new session of this user in place of the one the request came with. Calling what it answers,
   * once that is committed, hands the browser its cookie.
   */
  begin(db: Db, userId: string): Promise<() => void>;
  /** Ends the session the request came with, if any. */
  end(db: Db): Promise<void>;
};

/** Names the user on whose behalf a page calls, as the page shows it. */
const ACTING_USER = "x-studbook-user";

/** A tab that still shows one user must not act for another who has signed in beside it. */
function isMeant({ username }: SessionUser, { headers }: FastifyRequest): boolean {
  const named = headers[ACTING_USER];
  return named === undefined || named === username;
}

/** Finds out who makes a request. One query with a cookie, none without. */
export async function openSession(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  const token = readSessionToken(request, config);
  const { session, user: owner } = token
    ? await createLucia(db).validateSession(hashToken(token))
    : { session: null, user: null };
  const user = owner && isMeant(owner, request) ? owner : null;
  if (token && session?.fresh) setSessionCookie(reply, config, token);
  const invalidate = async (handle: Db) => {
    if (token) await createLucia(handle).invalidateSession(hashToken(token));
  };
  return {
    user: user ?? undefined,
    sid: session?.id,
    async end(handle) {
      await invalidate(handle);
      clearSessionCookie(reply, config);
    },
    async begin(handle, userId) {
      await invalidate(handle);
      const next = createSessionToken();
      await createLucia(handle).createSession(userId, {}, { sessionId: next.sid });
      return () => setSessionCookie(reply, config, next.token);
    },
  };
}
