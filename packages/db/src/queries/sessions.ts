import { CompiledQuery, sql } from "kysely";
import type { Db } from "../client.ts";
import { named } from "../named-statements.ts";

const LONGEST = sql.raw("interval '30 days'");

/** A session as `sess` keeps it. */
export type SessionData = {
  userId: string;
  /** ISO date-time, UTC. */
  createdAt: string;
};

/** A user as a session brings it along: all that the pages show, never the password. */
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

export type SessionRow = SessionUser & { sid: string; sess: SessionData; expire: Date };

const FIND = named(
  "find-session",
  `select s.sid, s.sess, s.expire, u.id, u.username, u.email, u.first_name, u.last_name, u.is_admin,
     u.membership_tier, u.membership_expires_at, u.ad_count
   from sessions s join users u on u.id = (s.sess ->> 'userId')::uuid
   where s.sid = $1 and s.expire > studbook_now() and u.is_active`,
);

/** The session that has not expired, with its user while that is active. */
export async function findSession(db: Db, sid: string): Promise<SessionRow | undefined> {
  const query: CompiledQuery<SessionRow> = CompiledQuery.raw(FIND, [sid]);
  const { rows } = await db.executeQuery(query);
  return rows[0];
}

/** Keeps a session until `expire`; it begins now by the database's clock. */
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

/** Prolongs a session, never past 30 days from its beginning. */
export async function prolongSession(db: Db, sid: string, idleSeconds: number): Promise<void> {
  await sql`
    update sessions set expire = least(
      studbook_now() + make_interval(secs => ${idleSeconds}),
      (sess ->> 'createdAt')::timestamptz + ${LONGEST})
    where sid = ${sid}`.execute(db);
}

/** Ends a session. Returns whose it was, unless it had expired or there was none. */
export async function deleteSession(db: Db, sid: string): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string; isAlive: boolean }>`
    delete from sessions where sid = ${sid}
    returning sess ->> 'userId' as user_id, expire > studbook_now() as is_alive`.execute(db);
  const [ended] = rows;
  return ended?.isAlive ? ended.userId : undefined;
}

/** Ends all sessions of a user. */
export async function deleteUserSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("sessions").where(sql<boolean>`sess ->> 'userId' = ${userId}`).execute();
}

/** Removes sessions whose time has passed. Returns how many. */
export async function deleteExpiredSessions(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("expire", "<=", sql<Date>`studbook_now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
