import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDb, type TestDb } from "../test/test-db.ts";
import { createIndex } from "./create-index.ts";
import { type MigrateOptions, MigrationError, migrateToLatest } from "./migrate.ts";
import { listMigrationNames, MIGRATIONS, type StudbookMigration } from "./migration-list.ts";
import { findServerRole } from "./server-role.ts";

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
    const attempt = migrateToLatest({ url: empty.ownerUrl, patienceMs: 50 });
    await expect(attempt).rejects.toThrow(MigrationError);
    await expect(attempt).rejects.toThrow(
      /Another process has been migrating .* than 0\.05 s: process \d+/,
    );
  });
});

test("rolls back a failed run and names the migration", async () => {
  await sql`create table payments (n integer)`.execute(empty.owner);
  await expect(migrateToLatest({ url: empty.ownerUrl })).rejects.toThrow(/0001-tables failed/);
  const { rows } = await sql`select from pg_class where relname = 'users'`.execute(empty.owner);
  expect(rows).toEqual([]);
});

/** Adds migrations to the existing ones and runs them. */
function migrateFurther(
  further: Record<string, StudbookMigration>,
  options: Partial<MigrateOptions> = {},
): Promise<string[]> {
  return migrateToLatest({
    url: empty.ownerUrl,
    serverRole: findServerRole(empty),
    migrations: { ...MIGRATIONS, ...further },
    lockTimeoutMs: 100,
    lockPauseMs: 10,
    ...options,
  });
}

const addTable: StudbookMigration = {
  up: async (db) => void (await sql`create table notes (n integer not null)`.execute(db)),
};

test("keeps the migrations before a failed one, and servers can use their tables", async () => {
  await migrateFurther({});
  const failing = {
    up: async () => {
      throw new Error("out of luck");
    },
  };
  await expect(migrateFurther({ "9001-notes": addTable, "9002-fails": failing })).rejects.toThrow(
    new MigrationError("Migration 9002-fails failed: out of luck"),
  );
  await sql`insert into notes values (1)`.execute(empty.db);
  expect(await migrateFurther({ "9001-notes": addTable })).toEqual([]);
});

test("gives up on a table that stays in use, and names the session that uses it", async () => {
  await migrateFurther({});
  const addColumn: StudbookMigration = {
    up: async (db) => void (await sql`alter table ads add column note text`.execute(db)),
  };
  const reported: string[] = [];
  const session =
    /a lock on ads, held up by process \d+ \(studbook, idle in transaction, transaction open since /;
  await empty.owner.transaction().execute(async (reader) => {
    await sql`select from ads`.execute(reader);
    const attempt = migrateFurther(
      { "9001-note": addColumn },
      // Long enough for a busy machine to see who holds the lock.
      { lockTimeoutMs: 1000, patienceMs: 300, report: (line) => void reported.push(line) },
    );
    await expect(attempt).rejects.toThrow(MigrationError);
    await expect(attempt).rejects.toThrow(session);
  });
  expect(reported).toEqual([expect.stringMatching(session)]);
  expect(await migrateFurther({ "9001-note": addColumn })).toEqual(["9001-note"]);
});

test("names a session that only an earlier attempt has seen", async () => {
  await migrateFurther({});
  let attempts = 0;
  const failing: StudbookMigration = {
    async up(db) {
      if (++attempts === 1) await sql`alter table ads add column note text`.execute(db);
      await sql`do $$ begin raise lock_not_available; end $$`.execute(db);
    },
  };
  await empty.owner.transaction().execute(async (reader) => {
    await sql`select from ads`.execute(reader);
    // The second attempt, which ends at once, is the last one.
    const waits = { lockTimeoutMs: 600, lockPauseMs: 600, patienceMs: 1100 };
    const attempt = migrateFurther({ "9001-note": failing }, waits);
    await expect(attempt).rejects.toThrow(/a lock on ads, held up by process \d+ \(studbook, /);
  });
});

test("rebuilds an index that an interrupted build left invalid, without blocking writes", async () => {
  await migrateFurther({});
  const addIndex: StudbookMigration = {
    isTransactional: false,
    up: (db) => createIndex(db, "ads_note", "on ads (stud_fee)"),
  };
  const indexes = () =>
    empty.run("select indisvalid from pg_index where indexrelid = to_regclass('ads_note')");
  const waits = Promise.withResolvers<string>();
  const building = await empty.owner.transaction().execute(async (reader) => {
    // Locks the table as writers do.
    await sql`delete from ads where false`.execute(reader);
    const migrated = migrateFurther({ "9001-index": addIndex }, { report: waits.resolve });
    expect(await Promise.race([waits.promise, migrated])).toMatch(/held up by process \d+/);
    await sql`update users set first_name = 'Ann'`.execute(empty.db);
    await sql`update ads set dog_name = 'Rex'`.execute(empty.db);
    expect(await indexes()).toEqual([{ indisvalid: false }]);
    await empty.run(`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'create index concurrently%' and pid <> pg_backend_pid()`);
    return { migrated };
  });
  expect(await building.migrated).toEqual(["9001-index"]);
  expect(await indexes()).toEqual([{ indisvalid: true }]);
});
