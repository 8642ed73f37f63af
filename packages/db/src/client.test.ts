import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { startFaultProxy } from "../test/fault-proxy.ts";
import { createTestDb, type TestDb, withConnection } from "../test/test-db.ts";
import { createDb, type Db, type Tx } from "./client.ts";
import { connect } from "./connect.ts";
import { DatabaseBusyError, isDatabaseBusy, isDatabaseUnavailable } from "./errors.ts";
import { named } from "./named-statements.ts";
import { pingDatabase } from "./ping.ts";
import { cancelLockWaits } from "./queries/lock-waits.ts";
import type { lockUser } from "./queries/users.ts";
import { WaitBudget, withoutWaitBudget, withWaitBudget } from "./wait-budget.ts";

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb({ poolSize: 1 });
});
afterAll(() => studbook.drop());

test("a function that needs a transaction does not accept a plain handle", () => {
  expectTypeOf<Tx>().toExtend<Db>();
  expectTypeOf<Db>().not.toExtend<Parameters<typeof lockUser>[0]>();
});

describe("values", () => {
  test.each([
    ["reads a date as text", sql`date '2024-02-29'`, "2024-02-29"],
    ["reads a count as a number", sql`count(*)`, 1],
    [
      "reads an instant as a Date",
      sql`timestamptz '2024-02-29T00:00:00.123Z'`,
      new Date("2024-02-29T00:00:00.123Z"),
    ],
    ["reads infinity as the latest possible Date", sql`timestamptz 'infinity'`, new Date(8.64e15)],
    ["does not convert keys inside JSON", sql`'{"user_id": 1}'::json`, { user_id: 1 }],
  ])("%s", async (_, expression, value) => {
    const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(
      studbook.db,
    );
    expect(rows[0]?.value).toEqual(value);
  });

  test("rejects a bigint that a number cannot represent", async () => {
    const query = sql`select 9007199254740993::bigint`.execute(studbook.db);
    await expect(query).rejects.toThrow("too large for a number");
  });
});

test("prepares a named statement once and does not prepare others", async () => {
  const statement = sql.raw(named("answer", "select 42"));
  await statement.execute(studbook.db);
  await statement.execute(studbook.db);
  await sql`select 43 + ${1}::integer`.execute(studbook.db);
  const { rows } = await sql`select name from pg_prepared_statements`.execute(studbook.db);
  expect(rows).toEqual([{ name: "answer" }]);
});

describe("a server that does not respond", () => {
  let silent: Server;
  let url: string;
  beforeAll(async () => {
    silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    if (typeof address !== "object" || !address) throw new Error("The server has no port");
    url = `postgres://nobody@127.0.0.1:${address.port}/none`;
  });
  afterAll(() => void silent.close());

  const reasonOf = (connecting: Promise<unknown>) => connecting.catch((error: unknown) => error);

  test("is named, with how long it was waited for", async () => {
    const db = createDb({ url, connectTimeoutMs: 200, onPoolError: () => undefined });
    const [pooled, single] = await Promise.all([
      reasonOf(pingDatabase(db)),
      reasonOf(connect({ url })),
    ]);
    const { host } = new URL(url);
    expect(pooled).toMatchObject({ message: expect.stringContaining(`${host} within 0.2 s`) });
    expect(single).toMatchObject({ message: expect.stringContaining(`${host} within 5 s`) });
    expect([pooled, single].map(isDatabaseUnavailable)).toEqual([true, true]);
    await db.destroy();
  });
});

test("cancels a statement that runs too long, also if the client gave up first", async () => {
  const applicationName = "test of long statements";
  const limits = { applicationName, statementTimeoutMs: 50 };
  const db = createDb({ url: studbook.url, ...limits, onPoolError: () => undefined });
  await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toThrow(
    /statement timeout|did not respond/,
  );
  const countActive = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where application_name = ${applicationName} and state = 'active'`.execute(studbook.db);
    return rows.length;
  };
  await expect.poll(countActive).toBe(0);
  await db.destroy();
});

describe("on a network that drops everything silently", () => {
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => "none",
      (error: unknown) => error,
    );

  test("gives up a statement and a transaction, and replaces their connections afterwards", async () => {
    const proxy = await startFaultProxy(studbook.url);
    // A busy machine takes a while to connect.
    const limits = { poolSize: 2, connectTimeoutMs: 1500, statementTimeoutMs: 300 };
    const db = createDb({ url: proxy.url, ...limits, onPoolError: () => undefined });
    const reached = Promise.withResolvers<void>();
    const cut = Promise.withResolvers<void>();
    const transaction = db.transaction().execute(async (tx) => {
      await pingDatabase(tx);
      reached.resolve();
      await cut.promise;
      await pingDatabase(tx);
    });
    await reached.promise;
    await pingDatabase(db);
    proxy.pause();
    cut.resolve();
    const failures = await Promise.all(
      [transaction, pingDatabase(db), pingDatabase(db)].map(failureOf),
    );
    expect(failures.filter(isDatabaseUnavailable)).toEqual(failures);
    // New connections are not established either.
    expect(isDatabaseUnavailable(await failureOf(pingDatabase(db)))).toBe(true);
    proxy.resume();
    await pingDatabase(db);
    await db.destroy();
    await proxy.close();
  });

  test("takes all statements of a request together from its budget", async () => {
    const proxy = await startFaultProxy(studbook.url);
    const db = createDb({ url: proxy.url, poolSize: 2, onPoolError: () => undefined });
    const budget = new WaitBudget(1500);
    await withWaitBudget(budget, () => pingDatabase(db));
    expect(budget.leftMs).toBeGreaterThan(0);
    proxy.pause();
    const failure = () => withWaitBudget(budget, () => failureOf(pingDatabase(db)));
    // The database has responded to this request.
    expect(isDatabaseBusy(await failure())).toBe(true);
    expect(budget.leftMs).toBe(0);
    const next = new WaitBudget(100);
    const silent = await withWaitBudget(next, () => failureOf(pingDatabase(db)));
    expect(isDatabaseUnavailable(silent)).toBe(true);
    proxy.resume();
    expect(isDatabaseBusy(await failure())).toBe(true);
    await withWaitBudget(budget, () => withoutWaitBudget(() => pingDatabase(db)));
    await db.destroy();
    await proxy.close();
  });
});

/** Runs work while another session holds a lock that keeps everyone from reading the table `ads`. */
function whileAdsAreLocked(work: () => Promise<void>): Promise<void> {
  return withConnection(studbook.ownerUrl, (db) =>
    db.transaction().execute(async (tx) => {
      await sql`lock table ads`.execute(tx);
      await work();
    }),
  );
}

test("gives up waiting for a lock", async () => {
  const db = createDb({ url: studbook.url, lockTimeoutMs: 20, onPoolError: () => undefined });
  await whileAdsAreLocked(async () => {
    const failure = await sql`select from ads`.execute(db).catch((error: unknown) => error);
    expect(isDatabaseBusy(failure)).toBe(true);
  });
  await db.destroy();
});

describe("when all connections wait for a lock", () => {
  test("cancels these waits if others need a connection", async () => {
    const applicationName = "lock waits";
    const db = createDb({
      url: studbook.url,
      poolSize: 2,
      applicationName,
      cancelLockWaits: () => cancelLockWaits(studbook.db, applicationName, 20),
      onPoolError: () => undefined,
    });
    await whileAdsAreLocked(async () => {
      const blocked = [1, 2].map(() => sql`select from ads`.execute(db).catch((e: unknown) => e));
      await expect.poll(() => studbook.countLockWaits()).toBe(2);
      await pingDatabase(db);
      expect((await Promise.all(blocked)).every(isDatabaseBusy)).toBe(true);
    });
    await db.destroy();
  });

  test.each([
    ["a connection", undefined],
    ["the request", 1000],
  ])(
    "reports a busy database, which responds to others, when the time for %s is over",
    async (_, budgetMs) => {
      const limits = { poolSize: 1, lockTimeoutMs: 100, connectTimeoutMs: budgetMs ? 5000 : 1000 };
      const db = createDb({ url: studbook.url, ...limits, onPoolError: () => undefined });
      await pingDatabase(db);
      const wait = () => sql`select from ads`.execute(db).catch((error: unknown) => error);
      await whileAdsAreLocked(async () => {
        const waits = Array.from({ length: 15 }, () =>
          budgetMs ? withWaitBudget(new WaitBudget(budgetMs), wait) : wait(),
        );
        const failures = await Promise.all(waits);
        expect(failures.filter(isDatabaseBusy)).toEqual(failures);
        expect(failures.some((failure) => failure instanceof DatabaseBusyError)).toBe(true);
      });
      await db.destroy();
    },
  );

  test("refuses callers at once when too many wait already", async () => {
    const db = createDb({
      url: studbook.url,
      poolSize: 1,
      maxWaiting: 1,
      onPoolError: () => undefined,
    });
    await whileAdsAreLocked(async () => {
      const blocked = sql`select from ads`.execute(db).catch((error: unknown) => error);
      await expect.poll(() => studbook.countLockWaits()).toBe(1);
      const waiting = pingDatabase(db);
      const refused = await pingDatabase(db).catch((error: unknown) => error);
      expect(isDatabaseBusy(refused)).toBe(true);
      await sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`.execute(studbook.owner);
      await Promise.all([blocked, waiting]);
    });
    await db.destroy();
  });
});

test("reports a lost idle connection and opens a new one", async () => {
  const lost = Promise.withResolvers<Error>();
  const db = createDb({ url: studbook.url, onPoolError: lost.resolve });
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(studbook.db);
  expect(isDatabaseUnavailable(await lost.promise)).toBe(true);
  await pingDatabase(db);
  await db.destroy();
});

test("fails only the next query if the connection is lost within a transaction", async () => {
  const db = createDb({ url: studbook.url, poolSize: 1, onPoolError: () => undefined });
  const transaction = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    const pid = rows[0]?.pid;
    await sql`select pg_terminate_backend(${pid})`.execute(studbook.db);
    const connected = sql`select from pg_stat_activity where pid = ${pid}`;
    await expect.poll(async () => (await connected.execute(studbook.db)).rows).toEqual([]);
    // After a round trip the client has noticed the lost connection.
    await pingDatabase(studbook.db);
    await pingDatabase(tx);
  });
  expect(isDatabaseUnavailable(await transaction.catch((error: unknown) => error))).toBe(true);
  await pingDatabase(db);
  await db.destroy();
});

test("reports a missing server as unavailable, but not a rejected statement", async () => {
  const unreachable = createDb({
    url: "postgres://127.0.0.1:1/none",
    onPoolError: () => undefined,
  });
  const missing = await pingDatabase(unreachable).catch((error: unknown) => error);
  const rejected = await sql`select 1 / 0`.execute(studbook.db).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(missing)).toBe(true);
  expect(isDatabaseUnavailable(rejected)).toBe(false);
  await unreachable.destroy();
});
