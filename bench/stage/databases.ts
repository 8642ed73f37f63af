import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { prepareDatabase } from "@studbook/api/prepare-database";
import { createDb } from "@studbook/db/client";
import { deriveServerUrl } from "@studbook/db/server-role";
import { createUser } from "@studbook/db/test/factories";
import { runSql, withConnection } from "@studbook/db/test/test-db";
import { startEmbeddedPostgres } from "@studbook/local-postgres/embedded-postgres";
import { findPostmaster } from "@studbook/local-postgres/postmaster";
import { fillDatabase } from "../fill-database.ts";

const MIGRATIONS = fileURLToPath(new URL("../../packages/db/src/migrations/", import.meta.url));
const FILLER = fileURLToPath(new URL("../fill-database.ts", import.meta.url));

/** A prepared database: the address of its owner, and that of the servers. */
export type Database = { name: string; ownerUrl: string; url: string };

/** A PostgreSQL with databases of different sizes, which are built once and reused by the next runs. */
export type Databases = {
  version: string;
  postmasterPid: number;
  /** Returns a database with this many ads and a tenth as many users. Building one with a million ads takes minutes. */
  withAds(ads: number): Promise<Database>;
  /** Returns a new copy of a database, without the ability to be reused. Nobody may be connected to the original. */
  copy(original: Database, name: string): Promise<Database>;
  /** Returns a new database without listings. */
  createEmpty(name: string): Promise<Database>;
  stop(): Promise<void>;
};

/** Starts PostgreSQL with its default settings and fsync on. */
export async function openDatabases(folder: string): Promise<Databases> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), fsync: true });
  const postmaster = await findPostmaster(postgres.dataDir);
  if (!postmaster) throw new Error("PostgreSQL has ended");
  const run = (statement: string) =>
    withConnection(urlOf(postgres.url, "postgres"), (db) => runSql(db, statement));
  const names = async () =>
    (await run("select datname as name from pg_database")).map(({ name }) => String(name));
  const [row] = await run("show server_version");

  async function prepare(name: string): Promise<Database> {
    const ownerUrl = urlOf(postgres.url, name);
    // All databases share the servers' role.
    const database = { name, ownerUrl, url: deriveServerUrl(ownerUrl, "studbook_bench_server") };
    await prepareDatabase(database);
    return database;
  }

  async function build(name: string, ads: number): Promise<void> {
    const unfinished = `${name}_unfinished`;
    const size = name.replace(/_.*/, "");
    for (const old of await names()) {
      if (old.startsWith(`${size}_`)) await run(`drop database "${old}" with (force)`);
    }
    await run(`create database ${unfinished}`);
    const { ownerUrl } = await prepare(unfinished);
    const db = createDb({
      url: ownerUrl,
      poolSize: 1,
      statementTimeoutMs: 0,
      onPoolError: () => undefined,
    });
    try {
      // A demo server does not add its own listings if this account exists.
      await createUser(db, { username: "admin", isAdmin: true, membershipTier: null });
      const sizes = { ads, users: Math.ceil(ads / 10), payments: Math.ceil(ads / 5) };
      await fillDatabase({ db, run: (text, values) => runSql(db, text, values) }, sizes);
    } finally {
      await db.destroy();
    }
    await run(`alter database ${unfinished} rename to ${name}`);
  }

  return {
    version: String(row?.serverVersion),
    postmasterPid: postmaster.pid,
    async withAds(ads) {
      const name = `ads${ads}_${hashOfContent()}`;
      if (!(await names()).includes(name)) await build(name, ads);
      return await prepare(name);
    },
    async copy(original, name) {
      await run(`drop database if exists ${name} with (force)`);
      await run(`create database ${name} template ${original.name} strategy file_copy`);
      return await prepare(name);
    },
    async createEmpty(name) {
      await run(`drop database if exists ${name} with (force)`);
      await run(`create database ${name}`);
      return await prepare(name);
    },
    stop: postgres.stop,
  };
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Hashes what the content of a database depends on: the schema and the rows. */
function hashOfContent(): string {
  const hash = createHash("sha256").update(readFileSync(FILLER));
  for (const file of readdirSync(MIGRATIONS).sort()) {
    hash.update(readFileSync(join(MIGRATIONS, file)));
  }
  return hash.digest("hex").slice(0, 8);
}
