import type { Db } from "@studbook/db/client";
import { deleteSession, type SessionUser } from "@studbook/db/queries/sessions";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { clearSessionCookie, readSessionToken, setSessionCookie } from "./cookie.ts";
import { createLucia, createSessionToken, hashToken } from "./lucia.ts";
import { recentUsers } from "./recent-users.ts";

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
  /**
   * Ends the session the request came with, if any, and returns whose it was. Calling `forget`, once that is
   * committed, takes the cookie from the browser, and the session from the calls that follow in the same batch.
   */
  end(db: Db): Promise<{ userId: string | undefined; forget: () => void }>;
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
    ? await findSession(db, hashToken(token))
    : { session: null, user: null };
  const user = owner && isMeant(owner, request) ? owner : null;
  if (token && session?.fresh) setSessionCookie(reply, config, token);
  const opened: Session = {
    user: user ?? undefined,
    sid: session?.id,
    async end(handle) {
      const userId = token ? await endSession(handle, hashToken(token)) : undefined;
      const forget = () => {
        opened.user = undefined;
        opened.sid = undefined;
        clearSessionCookie(reply, config);
      };
      return { userId, forget };
    },
    async begin(handle, userId) {
      if (token) await endSession(handle, hashToken(token));
      const next = createSessionToken();
      await createLucia(handle).createSession(userId, {}, { sessionId: next.sid });
      return () => {
        recentUsers.remember(next.sid, userId);
        setSessionCookie(reply, config, next.token);
      };
    },
  };
  return opened;
}

/** Returns whose it was. */
function endSession(db: Db, sid: string): Promise<string | undefined> {
  recentUsers.forget(sid);
  return deleteSession(db, sid);
}

async function findSession(db: Db, sid: string) {
  const found = await createLucia(db).validateSession(sid);
  if (found.user) recentUsers.remember(sid, found.user.id);
  else recentUsers.forget(sid);
  return found;
}
