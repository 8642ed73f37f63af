import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { CompiledQuery, sql } from "kysely";
import pg from "pg";
import { LOCK_KEYS } from "../src/advisory-locks.ts";
import { createDb, type Db } from "../src/client.ts";
import { migrateToLatest } from "../src/migrate.ts";
import { deriveServerUrl, ensureServerRole } from "../src/server-role.ts";

/** A database for one test file. */
export type TestDb = {
  /** A pool of the server role, with the same privileges as in production. */
  db: Db;
  /** A pool of the owner. */
  owner: Db;
  /** The server role's database URL. */
  url: string;
  /** The owner's database URL, for migrations, backups and restores. */
  ownerUrl: string;
  /** Stops this database's clock at an instant; null resets it to the machine's clock. */
  setNow(now: Date | null): Promise<void>;
  /** Moves this database's clock forward. */
  advance(ms: number): Promise<void>;
  /** Runs SQL as the owner, as an operator would. */
  run(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Counts the statements in this database that are waiting for a lock. */
  countLockWaits(): Promise<number>;
  /** Closes both pools and drops the database, even if others are connected. */
  drop(): Promise<void>;
};

/** The server role of all test databases; it is created once and never dropped. */
const SERVER_ROLE = "studbook_test_server";
const serverRoles = new Map<string, Promise<void>>();

/**
 * Clones the migrated template, which the first caller on a server creates. With `migrated: false` the database is
 * empty. The server defaults to TEST_DATABASE_URL.
 */
export async function createTestDb(
  options: { poolSize?: number; migrated?: boolean; server?: string } = {},
): Promise<TestDb> {
  const { server = serverUrl() } = options;
  await ensureRole(server);
  const name = `${testDatabasePrefix()}${randomBytes(6).toString("hex")}`;
  await maintain(server, async (client) => {
    const template =
      options.migrated === false ? "template1" : await ensureTemplate(server, client);
    // Half the processor time of the default strategy, which writes all pages to the log.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const ownerUrl = urlOf(server, name);
  const url = deriveServerUrl(ownerUrl, SERVER_ROLE);
  const pool = { poolSize: options.poolSize ?? 10, onPoolError: () => undefined };
  const db = createDb({ url, ...pool });
  const owner = createDb({ url: ownerUrl, ...pool });
  return {
    db,
    owner,
    url,
    ownerUrl,
    ...createClock(owner),
    run: (text, values) => runSql(owner, text, values),
    async countLockWaits() {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(owner);
      return rows[0]?.n ?? 0;
    },
    async drop() {
      await Promise.all([db.destroy(), owner.destroy()]);
      await maintain(server, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      );
    },
  };
}

/** Opens one connection to `url` for the duration of `work`. */
export async function withConnection<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb({ url, poolSize: 1, onPoolError: () => undefined });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Runs SQL as an operator or an intruder would type it. */
export async function runSql(
  db: Db,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const query: CompiledQuery<Record<string, unknown>> = CompiledQuery.raw(text, [...values]);
  return (await db.executeQuery(query)).rows;
}

/** Drops the databases that this run has left on the server. */
export async function dropTestDatabases(): Promise<void> {
  await maintain(serverUrl(), async (client) => {
    const leftover = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [testDatabasePrefix()],
    );
    for (const { name } of leftover.rows) await client.query(`drop database ${name} with (force)`);
  });
}

function ensureRole(server: string): Promise<void> {
  const existing = serverRoles.get(server);
  if (existing) return existing;
  const ensured = ensureServerRole({
    url: deriveServerUrl(server, SERVER_ROLE),
    ownerUrl: server,
  });
  serverRoles.set(server, ensured);
  return ensured;
}

function createClock(db: Db): Pick<TestDb, "setNow" | "advance"> {
  let stoppedAt: Date | null = null;
  let aheadMs = 0;
  const write = async () => {
    const now = stoppedAt
      ? `timestamptz '${stoppedAt.toISOString()}'`
      : `now() + interval '${aheadMs} milliseconds'`;
    await sql
      .raw(`create or replace function studbook_now() returns timestamptz
        language sql stable parallel safe return ${now}`)
      .execute(db);
  };
  return {
    async setNow(now) {
      stoppedAt = now;
      aheadMs = 0;
      await write();
    },
    async advance(ms) {
      if (stoppedAt) stoppedAt = new Date(stoppedAt.getTime() + ms);
      else aheadMs += ms;
      await write();
    },
  };
}

async function ensureTemplate(server: string, client: pg.Client): Promise<string> {
  const template = `studbook_template_${hashOfSchema()}`;
  await client.query("select pg_advisory_lock($1)", [LOCK_KEYS.testTemplate]);
  try {
    const existing = await client.query("select from pg_database where datname = $1", [template]);
    if (existing.rowCount !== 0) return template;
    const unfinished = `${template}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    await migrateToLatest({ url: urlOf(server, unfinished), serverRole: SERVER_ROLE });
    await client.query(`alter database ${unfinished} rename to ${template}`);
    return template;
  } finally {
    await client.query("select pg_advisory_unlock($1)", [LOCK_KEYS.testTemplate]);
  }
}

/** Hashes the template's sources: the migrations with their data, and the server role's privileges. */
function hashOfSchema(): string {
  const hash = createHash("sha256");
  for (const path of ["../src/migrations/", "../data/"]) {
    const folder = new URL(path, import.meta.url);
    for (const file of readdirSync(folder).sort()) hash.update(readFileSync(new URL(file, folder)));
  }
  hash.update(readFileSync(new URL("../src/queries/server-grants.ts", import.meta.url)));
  return hash.digest("hex").slice(0, 16);
}

async function maintain<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function testDatabasePrefix(): string {
  return `studbook_test_${process.env.STUDBOOK_TEST_RUN ?? "single"}_`;
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return url;
  throw new Error(
    "TEST_DATABASE_URL is not set; packages/db/test/global-setup.ts starts a server and sets it",
  );
}
