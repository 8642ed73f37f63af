import type { Db, Tx } from "@studbook/db/client";
import { deleteSession, type SessionUser } from "@studbook/db/queries/sessions";
import { ACTING_USER_HEADER } from "@studbook/domain/requests";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { clearSessionCookie, correctHint, readSessionToken, setSessionCookie } from "./cookie.ts";
import { createLucia, createSessionToken, hashToken } from "./lucia.ts";
import { recentSessions } from "./recent-sessions.ts";

// A property rather than a WeakMap entry, which would survive until a full garbage collection.
declare module "fastify" {
  interface FastifyRequest {
    /** The user who sent the request, for the log. */
    userId?: string;
  }
  interface FastifyReply {
    /** Lets a change, whose user was unknown when it got its slot, wait in the user's line. */
    joinUserLine?: ((userId: string) => Promise<void>) | undefined;
  }
}

/** The session of a request. */
export type Session = {
  /** The signed-in user; undefined for a guest. */
  user: SessionUser | undefined;
  sid: string | undefined;
  /**
   * Starts a new session for a user, which replaces the request's session. Call the returned function after the
   * transaction is committed: it sets the cookie.
   */
  start(tx: Tx, user: { id: string; isAdmin: boolean }): Promise<() => void>;
  /**
   * Ends the request's session, if there is one, and returns its user. Call `forget` after the transaction is
   * committed: it clears the cookie, and signs out the remaining calls of a batch.
   */
  end(db: Db): Promise<{ userId: string | undefined; forget: () => void }>;
  /** Corrects the cookie that tells scripts who is signed in. */
  correctHint(): void;
};

/** A tab that still shows one user must not act as another user who has signed in from another tab. */
function matchesActingUser({ username }: SessionUser, { headers }: FastifyRequest): boolean {
  const named = headers[ACTING_USER_HEADER];
  return named === undefined || named === username;
}

/**
 * Returns the session of a request, or a guest's with `asGuest`. Makes one query if the request has a cookie, otherwise
 * none. Renews the cookie if Lucia extended the session.
 */
export async function openSession(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { asGuest = false } = {},
): Promise<Session> {
  const token = asGuest ? undefined : readSessionToken(request, config);
  const { session, user: owner } = token
    ? await findOwnSession(db, hashToken(token), reply)
    : { session: null, user: null };
  const user = owner && matchesActingUser(owner, request) ? owner : null;
  if (user) request.userId = user.id;
  if (token && owner && session.fresh) {
    setSessionCookie(reply, config, { token, isAdmin: owner.isAdmin });
  }
  const opened: Session = {
    user: user ?? undefined,
    sid: session?.id,
    async end(db) {
      const userId = token ? await endSession(db, hashToken(token)) : undefined;
      const forget = () => {
        opened.user = undefined;
        opened.sid = undefined;
        clearSessionCookie(reply, config);
      };
      return { userId, forget };
    },
    correctHint: () => correctHint(request, reply, config, owner ?? undefined),
    async start(tx, { id, isAdmin }) {
      if (token) await endSession(tx, hashToken(token));
      const next = createSessionToken();
      await createLucia(tx).createSession(id, {}, { sessionId: next.sid });
      return () => {
        recentSessions.remember(next.sid, id);
        setSessionCookie(reply, config, { token: next.token, isAdmin });
      };
    },
  };
  return opened;
}

/** Ends a session. Returns its user's ID, or undefined if there was no such session. */
function endSession(db: Db, sid: string): Promise<string | undefined> {
  recentSessions.forget(sid);
  return deleteSession(db, sid);
}

/** Lets a change wait in its user's line first, also if the session is new to this server. It may have ended by then. */
async function findOwnSession(db: Db, sid: string, reply: FastifyReply) {
  const found = await findSession(db, sid);
  if (!found.user || !reply.joinUserLine) return found;
  await reply.joinUserLine(found.user.id);
  const again = await findSession(db, sid);
  // Extended by the first query, so the cookie must be renewed.
  if (again.session && found.session.fresh) again.session.fresh = true;
  return again;
}

async function findSession(db: Db, sid: string) {
  const validated = await createLucia(db).validateSession(sid);
  if (validated.user) recentSessions.remember(sid, validated.user.id);
  else recentSessions.forget(sid);
  return validated;
}
