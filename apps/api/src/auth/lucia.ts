import { createHash, randomBytes } from "node:crypto";
import type { Db } from "@studbook/db/client";
import { isReadOnlyDatabase } from "@studbook/db/errors";
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

/** How long a session lasts without a request, in seconds. Every session ends after 30 days. */
export const IDLE_SECONDS = IDLE.seconds();

/**
 * Stores sessions in the table sessions(sid, sess, expire). Their IDs are hashes of tokens. Sessions that have expired by
 * the database's clock or belong to an inactive user are not found.
 */
export function createLucia(db: Db) {
  return new Lucia(createAdapter(db), {
    sessionExpiresIn: IDLE,
    getUserAttributes: ({ row }) => row,
  });
}

/** Returns a random token for a cookie and its hash. Only the hash is stored, so that a leaked table signs nobody in. */
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
      const { sid: id, sess, remainingMs, ...user } = row;
      // Lucia compares it with the process's clock, which may be off.
      const expiresAt = new Date(Date.now() + remainingMs);
      return [
        { id, userId: sess.userId, expiresAt, attributes: {} },
        { id: user.id, attributes: { row: user } },
      ];
    },
    getUserSessions: async () => [],
    setSession: ({ id, userId }) =>
      insertSession(db, { sid: id, userId, idleSeconds: IDLE_SECONDS }),
    async updateSessionExpiration(sid) {
      try {
        await prolongSession(db, sid, IDLE_SECONDS);
      } catch (error) {
        // Reads continue while the database accepts no changes. The next request tries again.
        if (!isReadOnlyDatabase(error)) throw error;
      }
    },
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
