import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareDatabase } from "@studbook/api/prepare-database";
import { lockUser } from "@studbook/db/queries/users";
import { createUser } from "@studbook/db/test/factories";
import { createTestDb, runSql, type TestDb } from "@studbook/db/test/test-db";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Member, openSiteOn, type Site } from "./stage/site.ts";
import { waitUntil } from "./stage/wait.ts";
import { ANSWER_MS, READY_MS } from "./traffic/outage.ts";
import { type Answer, describe } from "./traffic/send.ts";

/** So many pages at once that most would wait too long, however fast the machine is: each waits for the database. */
const CROWD = 600;
const CROWD_LATENCY_MS = 25;
const WRITERS = 12;
/** The table measures the promised times. Beside other tests, everything can take twice as long. */
const SLOW_ANSWER_MS = 2 * ANSWER_MS;
const SLOW_READY_MS = 2 * READY_MS;

let database: TestDb;
let folder: string;
let site: Site;
let member: Member;

beforeAll(async () => {
  database = await createTestDb();
  await prepareDatabase(database);
  // A demo server does not load its listings if this account exists.
  await createUser(database.owner, { username: "admin", isAdmin: true, membershipTier: null });
  folder = await mkdtemp(join(tmpdir(), "studbook-faults-"));
  site = await openSiteOn({ ...database, folder });
  member = await site.createMember();
});
afterEach(async () => {
  site.proxy.heal();
  site.proxy.setLatency(0);
  expect(await waitUntil(SLOW_READY_MS, isServing)).toBe(true);
});
afterAll(async () => {
  await site.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const search = () => site.send("/api/ads?limit=6", { from: site.newAddress() });
const page = () => site.send("/search", { from: site.newAddress() });
const callTrpc = () => site.send("/trpc/ads.search?input=%7B%7D", { from: site.newAddress() });
const probe = () => site.send("/readyz");
const readAccount = () => site.send("/api/auth/me", member);
const accountPage = () => site.send("/account", member);
const write = (by = member) =>
  site.send("/api/account/info", { ...by, method: "PATCH", body: { firstName: "Dale" } });

const startReads = () => [search(), page(), callTrpc(), readAccount(), accountPage()];
const callAll = () => Promise.all([...startReads(), write()]);

async function isServing(): Promise<boolean> {
  const answers = [await probe(), ...(await callAll())];
  return answers.every(({ status }) => status === 200);
}

/** Expects refusals of everything, also of probes once their last result is outdated. */
async function expectRefusals(): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 3 }, callAll));
  expect(listWrong(answers.flat())).toEqual([]);
  const isProbeRefused = () => probe().then(({ status }) => status === 503);
  expect(await waitUntil(SLOW_ANSWER_MS, isProbeRefused)).toBe(true);
  expect(listWrong([await probe()])).toEqual([]);
}

/** The answers that are not refusals within the time limit. */
function listWrong(answers: readonly Answer[]): string[] {
  const isRefusal = ({ status, hasRetryAfter, ms }: Answer) =>
    status === 503 && hasRetryAfter && ms <= SLOW_ANSWER_MS;
  return answers.filter((answer) => !isRefusal(answer)).map(describe);
}

it("refuses in time while the database is away, and serves again without a restart", async () => {
  const { pid } = site.server;
  site.proxy.refuse();
  await expectRefusals();
  site.proxy.heal();
  expect(await waitUntil(SLOW_READY_MS, isServing)).toBe(true);
  expect(site.server.pid).toBe(pid);
});

it("refuses in time while the network swallows all packets, and serves again afterwards", async () => {
  await Promise.all(Array.from({ length: WRITERS }, callAll));
  site.proxy.pause();
  await expectRefusals();
  site.proxy.heal();
  expect(await waitUntil(SLOW_READY_MS, isServing)).toBe(true);
});

it("refuses only the writes of a user whose row is locked", async () => {
  const other = await site.createMember();
  await database.owner.transaction().execute(async (tx) => {
    await lockUser(tx, member.id);
    const writers = Array.from({ length: WRITERS }, () =>
      write({ ...member, from: site.newAddress() }),
    );
    const isWaiting = await waitUntil(
      SLOW_ANSWER_MS,
      async () => (await database.countLockWaits()) > 0,
    );
    expect(isWaiting).toBe(true);
    const others = await Promise.all([...startReads(), probe(), write(other)]);
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect(listWrong(await Promise.all(writers))).toEqual([]);
  });
});

it("refuses writes while the database is read-only, and still serves reads", async () => {
  const name = site.database;
  const disconnect = () =>
    runSql(
      database.owner,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
      [name],
    );
  await database.run(`alter database ${name} set default_transaction_read_only = on`);
  try {
    await disconnect();
    const areRead = async () => {
      const reads = await Promise.all([...startReads(), probe()]);
      return reads.every(({ status }) => status === 200);
    };
    // Requests can get a 503 until the server has noticed that its idle connections are closed.
    expect(await waitUntil(SLOW_READY_MS, areRead)).toBe(true);
    expect(listWrong([await write()])).toEqual([]);
    expect(await areRead()).toBe(true);
  } finally {
    await database.run("set default_transaction_read_only = off");
    await database.run(`alter database ${name} reset default_transaction_read_only`);
    await disconnect();
  }
});

it("serves a part of a crowd and refuses the rest", async () => {
  site.proxy.setLatency(CROWD_LATENCY_MS);
  const answers = await Promise.all(Array.from({ length: CROWD }, page));
  const kinds = answers.map(({ status, hasRetryAfter }) =>
    status === 503 && hasRetryAfter ? "refused" : status,
  );
  expect(new Set(kinds)).toEqual(new Set([200, "refused"]));
});
