import { sql } from "kysely";
import { LOCK_KEYS } from "../advisory-locks.ts";
import type { Db, Tx } from "../client.ts";

/** Bytes of photos that no ad uses, and the seconds until the oldest of them is deleted. */
export type UnusedPhotos = { bytes: number; secondsLeft: number };

/** Serializes transactions that store photos of accounts without a membership. */
export async function lockPhotoQuota(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEYS.photoQuota}::bigint)`.execute(tx);
}

/** Sums the unused photos of one user, and of all accounts without an active membership. */
export async function sumUnusedPhotos(
  db: Db,
  userId: string,
): Promise<{ own: UnusedPhotos; free: UnusedPhotos }> {
  const { rows } = await sql<{ isOwn: boolean } & UnusedPhotos>`
    select photos.user_id is not distinct from ${userId} as is_own, sum(bytes)::float8 as bytes,
      greatest(1, ceil(extract(epoch from min(unused_since) + interval '24 hours' - studbook_now())))::integer
        as seconds_left
    from photos left join users on users.id = photos.user_id
    where unused_since is not null and not coalesce(users.is_admin, false)
      and (users.membership_expires_at is null or users.membership_expires_at <= studbook_now())
    group by is_own`.execute(db);
  const own = rows.find(({ isOwn }) => isOwn);
  const others = rows.find(({ isOwn }) => !isOwn);
  return {
    own: { bytes: own?.bytes ?? 0, secondsLeft: own?.secondsLeft ?? 1 },
    free: {
      bytes: (own?.bytes ?? 0) + (others?.bytes ?? 0),
      secondsLeft: Math.min(...rows.map(({ secondsLeft }) => secondsLeft)),
    },
  };
}
