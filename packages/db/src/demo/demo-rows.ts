import type { Breed } from "@studbook/domain/breeds";
import type { TestKind } from "@studbook/domain/record/health-tests";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import { type Insertable, type Kysely, sql } from "kysely";
import { LOCK_KEYS } from "../advisory-locks.ts";
import type { Db, Tx } from "../client.ts";
import { recordColumns } from "../queries/records.ts";
import type { Ads, DB, Payments, Photos, Users } from "../schema.gen.ts";

/** Consistent rows: each ad refers to its user, whose `adCount` includes it, and each photo to its ad. */
export type DemoRows = {
  users: Insertable<Users>[];
  ads: Insertable<Ads>[];
  records: { adId: string; record: StudRecord }[];
  photos: Insertable<Photos>[];
  payments: Insertable<Payments>[];
};

/**
 * Waits for the lock of the demo, then runs `work` on a dedicated connection while holding it. PostgreSQL releases the
 * lock when the connection ends for any reason.
 */
export async function withDemoLock<T>(
  db: Db,
  work: (connection: Kysely<DB>) => Promise<T>,
): Promise<T> {
  return await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${LOCK_KEYS.loadDemo}::bigint)`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${LOCK_KEYS.loadDemo}::bigint)`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

/** Inserts the rows of a demo with one statement per table: row by row it takes seconds. */
export async function insertDemoRows(
  tx: Tx,
  { users, ads, records, photos, payments }: DemoRows,
): Promise<void> {
  await tx.insertInto("users").values(users).execute();
  await tx.insertInto("ads").values(ads).execute();
  const stated = records.map(({ adId, record }) => ({ adId, ...recordColumns(record) }));
  await tx.insertInto("adRecords").values(stated).execute();
  await tx.insertInto("photos").values(photos).execute();
  await tx.insertInto("payments").values(payments).execute();
}

/** Returns the health tests that the parent clubs list, by breed. */
export async function listClubTests(db: Db): Promise<Map<Breed, TestKind[]>> {
  const { rows } = await sql<{ breed: Breed; tests: TestKind[] }>`
    select breeds.name as breed,
      json_agg(json_strip_nulls(json_build_object('test', test, 'name', breed_tests.name)) order by position) as tests
    from breed_tests join breeds on no = breed_no group by breeds.name`.execute(db);
  return new Map(rows.map(({ breed, tests }) => [breed, tests]));
}
