import type { Db } from "@studbook/db/client";
import { runSql } from "@studbook/db/test/test-db";
import { waitUntil } from "@studbook/faults/stage/wait";
import type { History, Version } from "./history.ts";

const REPLAY_MS = 10_000;

const STATEMENTS = [
  "create sequence bench_versions",
  `create table bench_history (
     n bigint generated always as identity, xid xid8 default pg_current_xact_id(), ad_id uuid, user_id uuid,
     version text, is_deleted boolean, breed text, state text, created_at timestamptz, listed_until timestamptz,
     paused_until timestamptz)`,
  `create function bench_name_version() returns trigger language plpgsql security definer as $$
   begin
     new.dog_name := 'version ' || nextval('bench_versions');
     return new;
   end $$`,
  `create trigger bench_name_version before insert or update on ads
   for each row execute function bench_name_version()`,
  `create function bench_record() returns trigger language plpgsql security definer as $$
   declare ad ads := case when tg_op = 'DELETE' then old else new end;
   begin
     insert into bench_history
       (ad_id, user_id, version, is_deleted, breed, state, created_at, listed_until, paused_until)
     values (ad.id, ad.user_id, ad.dog_name, tg_op = 'DELETE', ad.breed, ad.state, ad.created_at,
       ad.listed_until, ad.paused_until);
     return null;
   end $$`,
  `create trigger bench_record after insert or update or delete on ads
   for each row execute function bench_record()`,
  // Makes a version of every ad.
  "update ads set stud_fee = stud_fee",
];

/** Makes a database record each version of each ad. Needs `track_commit_timestamp`. */
export async function recordVersions(owner: Db): Promise<void> {
  for (const statement of STATEMENTS) await runSql(owner, statement);
}

/** Returns a function that adds what was committed since its last call to a history. */
export function createVersionReader(owner: Db, history: History): () => Promise<void> {
  let added: unknown[] = [];
  return async () => {
    // Only now, because the response to the last call may have been lost.
    await runSql(owner, "delete from bench_history where n = any($1::bigint[])", [added]);
    const rows = await runSql(
      owner,
      `select n, xid::text as xid, ad_id, user_id, version, is_deleted, breed, state,
         to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as created_at,
         extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as committed_at,
         case when isfinite(listed_until) then extract(epoch from listed_until)::float8 * 1000 end as ends_at,
         listed_until is not null as is_listed,
         case when isfinite(paused_until) then extract(epoch from paused_until)::float8 * 1000 end as returns_at,
         paused_until is not null as is_paused
       from bench_history`,
    );
    added = rows.map(({ n }) => n);
    const inOrder = rows.sort(
      (a, b) => Number(a.committedAt) - Number(b.committedAt) || Number(a.n) - Number(b.n),
    );
    for (const row of inOrder) history.add(toVersion(row));
  };
}

function toVersion(row: Record<string, unknown>): Version {
  const toInstant = (ms: unknown) => (ms === null ? Number.POSITIVE_INFINITY : Number(ms));
  return {
    adId: String(row.adId),
    userId: String(row.userId),
    version: String(row.version),
    xid: Number(row.xid),
    committedAt: Number(row.committedAt),
    isDeleted: row.isDeleted === true,
    breed: String(row.breed),
    state: String(row.state),
    createdAt: String(row.createdAt),
    listedUntil: row.isListed === true ? toInstant(row.endsAt) : null,
    pausedUntil: row.isPaused === true ? toInstant(row.returnsAt) : 0,
  };
}

/**
 * Sets the database's clock to the machine's plus an offset. Returns when the primary and the replica use it.
 *
 * @param replica the same database in the replica
 */
export async function setClock(
  { owner, replica }: { owner: Db; replica: Db },
  history: History,
  offsetMs: number,
): Promise<void> {
  // Whatever is read meanwhile may use it or not.
  const setting = { at: Date.now(), seenAt: Number.POSITIVE_INFINITY, offsetMs };
  history.setClock(setting);
  await runSql(
    owner,
    `create or replace function studbook_now() returns timestamptz
     language sql stable parallel safe return now() + interval '${offsetMs} milliseconds'`,
  );
  const [row] = await runSql(owner, "select pg_current_wal_insert_lsn()::text as position");
  const isReplayed = async () => {
    const [found] = await runSql(
      replica,
      "select pg_last_wal_replay_lsn() >= $1::pg_lsn as is_replayed",
      [row?.position],
    );
    return found?.isReplayed === true;
  };
  if (!(await waitUntil(REPLAY_MS, isReplayed))) throw new Error("The replica does not follow");
  setting.seenAt = Date.now() + 1;
}
