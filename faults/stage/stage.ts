import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { prepareDatabase } from "@studbook/api/prepare-database";
import { createMember } from "@studbook/api/test/test-app";
import { createDb } from "@studbook/db/client";
import { foldAdCounts } from "@studbook/db/queries/ad-counts";
import { foldTotals } from "@studbook/db/queries/totals";
import { deriveServerUrl } from "@studbook/db/server-role";
import { createAd, createUser } from "@studbook/db/test/factories";
import { runSql, withConnection } from "@studbook/db/test/test-db";
import { BREEDS } from "@studbook/domain/breeds";
import { STATE_CODES } from "@studbook/domain/states";
import { type Postgres, startPostgres } from "./postgres.ts";
import { unmountAll } from "./small-disk.ts";

/** What all rows share: a PostgreSQL of their own, and a folder for everything else. */
export type Stage = {
  postgres: Postgres;
  /** Every user can read it; removed at the end. */
  folder: string;
  /** Creates a prepared database with members and listings, and returns its name. */
  createDatabase(options?: { inTablespace?: string }): Promise<string>;
  /** Creates a database without tables, and returns its name. */
  createEmptyDatabase(): Promise<string>;
  /** Stops PostgreSQL and removes the folder. */
  close(): Promise<void>;
};

const TEMPLATE = "faults_template";
const OWNERS = 40;
const ADS_PER_OWNER = 10;

/** Starts PostgreSQL and fills the template of the rows' databases. */
export async function openStage(parent = "/var/tmp"): Promise<Stage> {
  const folder = await mkdtemp(join(parent, "studbook-faults-"));
  // PostgreSQL runs as another user if this process is root's.
  await chmod(folder, 0o755);
  const postgres = await startPostgres(join(folder, "postgres"));
  const admin = postgres.urlOf("postgres");
  const run = (statement: string) => withConnection(admin, (db) => runSql(db, statement));
  let created = 0;
  await run(`create database ${TEMPLATE}`);
  await fillTemplate(postgres.urlOf(TEMPLATE));
  return {
    postgres,
    folder,
    async createDatabase({ inTablespace } = {}) {
      const name = `faults_${++created}`;
      const place = inTablespace ? ` tablespace ${inTablespace}` : "";
      await run(`create database ${name} template ${TEMPLATE}${place}`);
      const ownerUrl = postgres.urlOf(name);
      // Privileges on a database are not part of its template.
      await prepareDatabase({ ownerUrl, url: serverUrlOf(ownerUrl) });
      return name;
    },
    async createEmptyDatabase() {
      const name = `faults_${++created}`;
      await run(`create database ${name}`);
      return name;
    },
    async close() {
      await postgres.stop();
      await unmountAll(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the URL with which servers connect to the database. All databases share one role. */
export function serverUrlOf(ownerUrl: string): string {
  return deriveServerUrl(ownerUrl, "studbook_faults_server");
}

async function fillTemplate(ownerUrl: string): Promise<void> {
  await prepareDatabase({ ownerUrl, url: serverUrlOf(ownerUrl) });
  const db = createDb({ url: ownerUrl, onPoolError: () => undefined });
  try {
    // A demo server does not add its own listings if this account exists.
    await createUser(db, { username: "admin", isAdmin: true, membershipTier: null });
    await Promise.all(
      Array.from({ length: OWNERS }, async (_, owner) => {
        const { id } = await createMember(db, { username: `owner-${owner}` });
        for (let n = 0; n < ADS_PER_OWNER; n++) {
          const breed = BREEDS[(owner + n) % 8];
          const state = STATE_CODES[(owner * 3 + n) % 10];
          if (!breed || !state) throw new RangeError("There are fewer breeds or states");
          await createAd(db, id, { dogName: `Dog ${owner}-${n}`, breed, state });
        }
      }),
    );
    await foldAdCounts(db);
    await foldTotals(db);
  } finally {
    await db.destroy();
  }
}
