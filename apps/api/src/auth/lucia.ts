import { createHash, randomBytes } from "node:crypto";
import type { Db } from "@studbook/db/client";
import {
  deleteExpiredSessions,
  deleteSession,
  deleteUserSessions,
  findSession,
  insertSession,
  prolongSession,
  type SessionUser,
} from "@studbook/db/queries/sessions";
import { type Adapter, Lucia, TimeSpan } from "lucia";

const IDLE = new TimeSpan(7, "d");

/** How long a session lasts without a request, in seconds. It ends after 30 days in any case. */
export const IDLE_SECONDS = IDLE.seconds();

/**
 * Sessions in the table sessions(sid, sess, expire). Their ids are hashes, and what has expired, by
 * the database's clock, or belongs to an inactive user is not found.
 */
export function createLucia(db: Db) {
  return new Lucia(createAdapter(db), {
    sessionExpiresIn: IDLE,
    getUserAttributes: ({ row }) => row,
  });
}

/** A secret for a cookie and the id under which its session is kept: a leaked table signs nobody in. */
export function createSessionToken(): { token: string; sid: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, sid: hashToken(token) };
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function createAdapter(db: Db): Adapter {
  return {
    async getSessionAndUser(sid) {
      const row = await findSession(db, sid);
      if (!row) return [null, null];
      const { sid: id, sess, expire: expiresAt, ...user } = row;
      return [
        { id, userId: sess.userId, expiresAt, attributes: {} },
        { id: user.id, attributes: { row: user } },
      ];
    },
    getUserSessions: async () => [],
    setSession: ({ id, userId }) =>
      insertSession(db, { sid: id, userId, idleSeconds: IDLE_SECONDS }),
    updateSessionExpiration: (sid) => prolongSession(db, sid, IDLE_SECONDS),
    async deleteSession(sid) {
      await deleteSession(db, sid);
    },
    deleteUserSessions: (userId) => deleteUserSessions(db, userId),
    async deleteExpiredSessions() {
      await deleteExpiredSessions(db);
    },
  };
}

declare module "lucia" {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    DatabaseUserAttributes: { row: SessionUser };
  }
}
