import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAd } from "@studbook/db/test/factories";
import { type FaultProxy, startFaultProxy } from "@studbook/db/test/fault-proxy";
import { createTestDb, runSql, type TestDb, withConnection } from "@studbook/db/test/test-db";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "@studbook/local-postgres/embedded-postgres";
import { findPostmaster, signalProcess } from "@studbook/local-postgres/postmaster";
import { startStandby } from "@studbook/local-postgres/standby";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildTestApp, createMember, testConfig } from "../test/test-app.ts";
import { checkAll } from "./cli/check.ts";
import { openDatabases } from "./databases.ts";
import { watchReplica } from "./metrics/watch-replica.ts";
import type { Replica } from "./open-replica.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { ResponseCache } from "./response-cache/response-cache.ts";

const LEFT = "the primary serves all reads, not the replica";
const RETURNED = "the replica serves reads again";
/** Longer than the server leaves a replica alone that it cannot use. */
const PATIENT = { timeout: 8000 };
/** How old what guests read can be at most, in milliseconds. */
const MAX_LAG_MS = 1000;

let folder: string;
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let test: TestDb;
let proxy: FaultProxy;
let databases: ReturnType<typeof openDatabases>;
let replica: Replica;
let app: FastifyInstance;
let member: Awaited<ReturnType<typeof createMember>>;
let adId: string;
const lines: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "studbook-replica-"));
  // PostgreSQL runs as another user if this process is root's.
  await chmod(folder, 0o755);
  // Without `fsync`, commits are acknowledged before they are in the log.
  primary = await startEmbeddedPostgres({ dataDir: join(folder, "primary"), fsync: true });
  test = await createTestDb({ server: primary.url });
  await prepareDatabase(test);
  member = await createMember(test.db);
  adId = (await createAd(test.db, member.id)).id;
  standby = await startStandby(primary, { dataDir: join(folder, "standby"), fsync: false });
  const url = new URL(test.url);
  url.port = String(standby.port);
  proxy = await startFaultProxy(url.href);
  const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  databases = openDatabases(
    {
      database: {
        url: test.url,
        directUrl: test.url,
        replicaUrl: proxy.url,
        poolSize: 10,
        knowsOwner: false,
      },
    },
    logger,
  );
  if (!databases.replica) throw new Error("There is no replica");
  replica = databases.replica;
  app = await buildTestApp(databases.changes, {
    readDb: databases.reads,
    guestDb: replica.reads,
    probeDb: databases.probe,
    limits: { waitMs: 2600 },
  });
}, 60_000);
afterAll(async () => {
  await app.close();
  await databases.close();
  await proxy.close();
  await standby.stop();
  await test.drop();
  await primary.stop();
  await rm(folder, { recursive: true });
});

/** The values of the replica's metrics, by name and label. */
async function readMetrics(): Promise<Record<string, number>> {
  const registry = new Registry();
  watchReplica(replica, registry);
  const lines = (await registry.metrics()).split("\n").filter((line) => /^studbook/.test(line));
  return Object.fromEntries(lines.map((line) => [line.split(" ")[0], Number(line.split(" ")[1])]));
}

const countReplicaReads = () => replica.readState().counts.replica;
/** The line of `studbook check` about the replica. */
async function checkReplica() {
  const settings = { STUDBOOK_MODE: "demo", DATABASE_URL: test.url };
  const checks = await checkAll({ ...settings, DATABASE_REPLICA_URL: proxy.url });
  return checks.find(({ name }) => name === "replica");
}

const countLines = (message: string) => lines.filter((line) => line.includes(message)).length;
const onStandby = (statement: string) => withConnection(standby.url, (db) => runSql(db, statement));

async function readName(cookie?: string): Promise<string> {
  const response = await app.inject({
    url: `/api/ads/${adId}`,
    ...(cookie && { headers: { cookie } }),
  });
  expect(response.statusCode).toBe(200);
  return response.json().dogName;
}

/** Reads as a guest until the replica serves that. */
async function untilReplicaServes(): Promise<void> {
  const before = countReplicaReads();
  await expect
    .poll(async () => {
      await readName();
      return countReplicaReads();
    }, PATIENT)
    .toBeGreaterThan(before);
}

/** Renames the dog through this server. */
async function rename(dogName: string): Promise<void> {
  const response = await app.inject({
    method: "PATCH",
    url: `/api/ads/${adId}`,
    headers: { cookie: member.cookie },
    payload: { dogName },
  });
  expect(response.statusCode).toBe(200);
}

/** Renames the dog as another server would. */
const renameElsewhere = (dogName: string) =>
  test.run("update ads set dog_name = $1 where id = $2", [dogName, adId]);

it("serves what guests read and everyone may see from the replica, and members from the primary", async () => {
  await untilReplicaServes();
  const queries = await onStandby(
    "select query from pg_stat_activity where starts_with(application_name, 'studbook-api replica ')",
  );
  expect(queries.some(({ query }) => /\bads\b/.test(String(query)))).toBe(true);
  const before = countReplicaReads();
  await readName(member.cookie);
  await app.inject("/api/auth/me");
  expect(countReplicaReads()).toBe(before);
  expect(await checkReplica()).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/^standby of the database, had all changes after \d+ ms$/),
  });
});

it("serves reads that bypass Fastify from the replica, too", async () => {
  const logger = pino({ level: "silent" });
  const cache = new ResponseCache({ maxBytes: 10_000_000, databaseUrl: test.url, logger });
  const cached = await buildTestApp(databases.changes, {
    cache,
    config: testConfig("on"),
    readDb: databases.reads,
    guestDb: replica.reads,
  });
  let handled = 0;
  const countHandled = () => void handled++;
  subscribe("tracing:fastify.request.handler:start", countHandled);
  try {
    const url = `${await cached.listen({ port: 0, host: "127.0.0.1" })}/api/ads/${adId}`;
    await fetch(url);
    await expect
      .poll(async () => {
        cache.store.clear();
        const before = { handled, replica: countReplicaReads() };
        await fetch(url);
        return {
          handled: handled - before.handled,
          replica: countReplicaReads() - before.replica,
        };
      }, PATIENT)
      .toEqual({ handled: 0, replica: 1 });
  } finally {
    unsubscribe("tracing:fastify.request.handler:start", countHandled);
    await cached.close();
    await cache.close();
  }
});

it("lets a writer read the change at once, with and without a session", async () => {
  for (let n = 0; n < 20; n++) {
    await untilReplicaServes();
    await rename(`Own ${n}`);
    expect(await readName()).toBe(`Own ${n}`);
    expect(await readName(member.cookie)).toBe(`Own ${n}`);
  }
});

it("does not read from a replica that has not replayed a change of this server", async () => {
  await untilReplicaServes();
  await onStandby("select pg_wal_replay_pause()");
  await rename("Paused");
  expect(await readName()).toBe("Paused");
  await onStandby("select pg_wal_replay_resume()");
});

it("reads no change of another server late, and logs once that the replica is left and used again", async () => {
  await untilReplicaServes();
  const before = { left: countLines(LEFT), returned: countLines(RETURNED) };
  await onStandby("select pg_wal_replay_pause()");
  await renameElsewhere("Elsewhere");
  const writtenAt = performance.now();
  const late: number[] = [];
  for (let ageMs = 0; ageMs < 2 * MAX_LAG_MS; ageMs = performance.now() - writtenAt) {
    if ((await readName()) !== "Elsewhere" && ageMs > MAX_LAG_MS) late.push(ageMs);
  }
  expect(late).toEqual([]);
  const metrics = await readMetrics();
  expect(metrics.studbook_replica_usable).toBe(0);
  expect(metrics.studbook_replica_lag_bytes).toBeGreaterThan(0);
  expect(metrics.studbook_replica_lag_seconds).toBeGreaterThan(0.5);
  for (let n = 0; n < 20; n++) expect(await readName()).toBe("Elsewhere");
  await onStandby("select pg_wal_replay_resume()");
  await untilReplicaServes();
  expect(await readName()).toBe("Elsewhere");
  expect(await readMetrics()).toMatchObject({
    studbook_replica_usable: 1,
    studbook_replica_lag_bytes: 0,
    studbook_replica_lag_seconds: 0,
  });
  expect(countLines(LEFT)).toBe(before.left + 1);
  expect(countLines(RETURNED)).toBe(before.returned + 1);
});

const FAULTS: [string, () => Promise<void>, () => Promise<void>][] = [
  ["is silent", async () => proxy.pause(), async () => proxy.heal()],
  ["is unreachable", async () => proxy.refuse(), async () => proxy.heal()],
  [
    "is killed",
    async () => {
      const postmaster = await findPostmaster(standby.dataDir);
      if (postmaster) signalProcess(postmaster.pid, "SIGKILL");
    },
    async () => {
      const { port } = standby;
      const dataDir = join(folder, "standby");
      standby = await startEmbeddedPostgres({ dataDir, fsync: false, port });
    },
  ],
];

it.each(FAULTS)(
  "repeats reads on the primary while the replica %s, and uses it again afterwards",
  async (_, begin, end) => {
    await untilReplicaServes();
    await begin();
    const left = countLines(LEFT);
    // Each of them expects a success.
    await Promise.all(Array.from({ length: 20 }, () => readName()));
    await expect
      .poll(async () => {
        await readName();
        return countLines(LEFT);
      }, PATIENT)
      .toBe(left + 1);
    await end();
    await untilReplicaServes();
  },
);

it("does not use a replica that has been promoted", async () => {
  await untilReplicaServes();
  await onStandby("select pg_promote()");
  await rename("After the promotion");
  expect(await readName()).toBe("After the promotion");
  await expect
    .poll(async () => {
      await readName();
      return lines.at(-1);
    }, PATIENT)
    .toContain("it is not a standby");
  const before = countReplicaReads();
  await readName();
  expect(countReplicaReads()).toBe(before);
  expect(await checkReplica()).toMatchObject({
    ok: false,
    detail: "DATABASE_REPLICA_URL cannot be used: it is not a standby",
  });
});
