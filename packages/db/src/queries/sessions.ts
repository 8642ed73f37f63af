import { CompiledQuery, sql } from "kysely";
import type { Db } from "../client.ts";
import { named } from "../named-statements.ts";

const MAX_LIFETIME = sql.raw("interval '30 days'");

/** The JSON in the column `sess`. */
export type SessionData = {
  userId: string;
  /** ISO date-time, UTC. */
  createdAt: string;
};

/** The user fields that are read with a session: all that pages show, never the password. */
export type SessionUser = {
  id: string;
  username: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  isAdmin: boolean;
  membershipTier: string | null;
  membershipExpiresAt: Date | null;
  adCount: number;
};

/** A session with its user. `remainingMs` is how long it lasts without a request. */
export type SessionRow = SessionUser & { sid: string; sess: SessionData; remainingMs: number };

const FIND = named(
  "find-session",
  `select s.sid, s.sess, u.id, u.username, u.email, u.first_name, u.last_name, u.is_admin,
     u.membership_tier, u.membership_expires_at, u.ad_count,
     extract(epoch from s.expire - studbook_now())::float8 * 1000 as remaining_ms
   from sessions s join users u on u.id = (s.sess ->> 'userId')::uuid
   where s.sid = $1 and s.expire > studbook_now() and u.is_active`,
);

/** Finds an unexpired session of an active user, with that user. */
export async function findSession(db: Db, sid: string): Promise<SessionRow | undefined> {
  const query: CompiledQuery<SessionRow> = CompiledQuery.raw(FIND, [sid]);
  const { rows } = await db.executeQuery(query);
  return rows[0];
}

/** Inserts a session that starts now, by the database's clock, and expires after `idleSeconds`. */
export async function insertSession(
  db: Db,
  session: { sid: string; userId: string; idleSeconds: number },
): Promise<void> {
  const { sid, userId, idleSeconds } = session;
  await sql`
    insert into sessions (sid, sess, expire) values (
      ${sid},
      json_build_object('userId', ${userId}::text, 'createdAt',
        to_char(studbook_now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      studbook_now() + make_interval(secs => ${idleSeconds}))`.execute(db);
}

/** Extends a session, up to 30 days after its start. */
export async function prolongSession(db: Db, sid: string, idleSeconds: number): Promise<void> {
  await sql`
    update sessions set expire = least(
      studbook_now() + make_interval(secs => ${idleSeconds}),
      (sess ->> 'createdAt')::timestamptz + ${MAX_LIFETIME})
    where sid = ${sid}`.execute(db);
}

/** Deletes a session. Returns its user's ID, or undefined if it had expired or did not exist. */
export async function deleteSession(db: Db, sid: string): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string; isAlive: boolean }>`
    delete from sessions where sid = ${sid}
    returning sess ->> 'userId' as user_id, expire > studbook_now() as is_alive`.execute(db);
  const [deleted] = rows;
  return deleted?.isAlive ? deleted.userId : undefined;
}

/** Deletes all sessions of a user. */
export async function deleteUserSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("sessions").where(sql<boolean>`sess ->> 'userId' = ${userId}`).execute();
}

/** Deletes expired sessions. Returns how many. */
export async function deleteExpiredSessions(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("expire", "<=", sql<Date>`studbook_now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
