import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertRows, isWritable, PreviousRelease, readTables } from "../test/previous-release.ts";
import { createTestDb, type TestDb } from "../test/test-db.ts";
import { type MigrateOptions, migrateToLatest } from "./migrate.ts";
import { listMigrationNames, MIGRATIONS } from "./migration-list.ts";
import { findServerRole } from "./server-role.ts";

/** What fails for servers of the previous release, in migrations that are older than this test. Add none. */
const KNOWN_FAILURES: Record<string, string[]> = {
  "0036-wide-link-ids": ["select email_tokens: cached plan must not change result type"],
};

const ROWS = 50;

const NAMES = listMigrationNames();

let studbook: TestDb;
let applied = 0;
let owner: pg.Client;
let reader: pg.Client;
beforeAll(async () => {
  studbook = await createTestDb({ migrated: false });
  owner = new pg.Client({ connectionString: studbook.ownerUrl });
  reader = new pg.Client({ connectionString: studbook.ownerUrl });
  for (const client of [owner, reader]) await client.connect();
});
afterAll(async () => {
  for (const client of [owner, reader]) await client.end();
  await studbook.drop();
});

test.each(NAMES.slice(1))(
  "%s beside a long reader and servers of the previous release",
  async (name) => {
    const n = NAMES.indexOf(name);
    if (applied !== n) await runFirst(n);
    const tables = await readTables(owner);
    for (const table of tables.filter(isWritable)) await owner.query(insertRows(table, ROWS));
    // Fails instead of waiting as long as the reader behind a migration that does not give way.
    const server = new pg.Client({ connectionString: studbook.url, lock_timeout: 3000 });
    await server.connect();
    const release = new PreviousRelease(server, tables);
    expect(await release.runAll()).toEqual([]);

    await reader.query("begin");
    for (const table of tables) await reader.query(`lock table ${table.name} in access share mode`);
    const waits = Promise.withResolvers<void>();
    const migrated = runFirst(n + 1, { report: () => waits.resolve() });
    await Promise.race([migrated, waits.promise]);
    const whileWaiting = await release.runAll();
    await reader.query("commit");
    expect(await migrated).toEqual([name]);
    applied = n + 1;
    const afterwards = await release.runAll();
    await server.end();

    const failures = [...new Set([...whileWaiting, ...afterwards])];
    expect(failures).toEqual(KNOWN_FAILURES[name] ?? []);
  },
);

/** Runs those of the first `n` migrations that are pending. */
function runFirst(n: number, options: Partial<MigrateOptions> = {}): Promise<string[]> {
  return migrateToLatest({
    url: studbook.ownerUrl,
    serverRole: findServerRole(studbook),
    migrations: Object.fromEntries(Object.entries(MIGRATIONS).slice(0, n)),
    lockTimeoutMs: 100,
    lockPauseMs: 20,
    ...options,
  });
}
