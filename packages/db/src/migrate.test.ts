import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDb, type TestDb } from "../test/test-db.ts";
import { listMigrationNames, MigrationError, migrateToLatest } from "./migrate.ts";

const script = fileURLToPath(new URL("../scripts/migrate.ts", import.meta.url));

let empty: TestDb;
beforeEach(async () => {
  empty = await createTestDb({ migrated: false });
});
afterEach(() => empty.drop());

test("migrates an empty database once and then finds nothing to do", async () => {
  expect(await migrateToLatest({ url: empty.ownerUrl })).toEqual(listMigrationNames());
  expect(await migrateToLatest({ url: empty.ownerUrl })).toEqual([]);
});

test("lets one of three concurrent processes migrate, and all succeed", async () => {
  const runs = await Promise.all(
    [1, 2, 3].map(() =>
      promisify(execFile)(process.execPath, [script], { env: { DATABASE_URL: empty.ownerUrl } }),
    ),
  );
  const ran = runs.map((run): unknown => JSON.parse(run.stdout));
  expect(ran.toSorted()).toEqual([[], [], listMigrationNames()]);
});

test("reports the process that holds the lock after a timeout", async () => {
  await empty.owner.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(7365001)`.execute(holder);
    const attempt = migrateToLatest({ url: empty.ownerUrl, lockTimeoutMs: 50 });
    await expect(attempt).rejects.toThrow(MigrationError);
    await expect(attempt).rejects.toThrow(/Another process has been migrating .* than 0\.05 s/);
  });
});

test("rolls back a failed run and names the migration", async () => {
  await sql`create table payments (n integer)`.execute(empty.owner);
  await expect(migrateToLatest({ url: empty.ownerUrl })).rejects.toThrow(/0001-tables failed/);
  const { rows } = await sql`select from pg_class where relname = 'users'`.execute(empty.owner);
  expect(rows).toEqual([]);
});
