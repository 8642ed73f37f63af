import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { createTestDb, type TestDb } from "../test/test-db.ts";
import { createDb, type Db, type Tx } from "./client.ts";
import { isDatabaseUnavailable } from "./errors.ts";
import { named } from "./named-statements.ts";
import { pingDatabase } from "./ping.ts";
import type { lockUser } from "./queries/users.ts";

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

test("cancels a statement that runs too long", async () => {
  const db = createDb({ url: studbook.url, statementTimeoutMs: 50, onPoolError: () => undefined });
  await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toThrow("statement timeout");
  await db.destroy();
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
