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

test("a function that needs a transaction does not take a plain handle", () => {
  expectTypeOf<Tx>().toExtend<Db>();
  expectTypeOf<Db>().not.toExtend<Parameters<typeof lockUser>[0]>();
});

describe("values", () => {
  test.each([
    ["a date stays text", sql`date '2024-02-29'`, "2024-02-29"],
    ["a count is a number", sql`count(*)`, 1],
    [
      "an instant is a Date",
      sql`timestamptz '2024-02-29T00:00:00.123Z'`,
      new Date("2024-02-29T00:00:00.123Z"),
    ],
    ["infinity is the latest Date there is", sql`timestamptz 'infinity'`, new Date(8.64e15)],
    ["keys inside JSON stay as they are", sql`'{"user_id": 1}'::json`, { user_id: 1 }],
  ])("%s", async (_, expression, value) => {
    const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(
      studbook.db,
    );
    expect(rows[0]?.value).toEqual(value);
  });

  test("refuses a count that a number cannot hold", async () => {
    const query = sql`select 9007199254740993::bigint`.execute(studbook.db);
    await expect(query).rejects.toThrow("too large for a number");
  });
});

test("prepares a named statement once and leaves others unprepared", async () => {
  const statement = sql.raw(named("answer", "select 42"));
  await statement.execute(studbook.db);
  await statement.execute(studbook.db);
  await sql`select 43 + ${1}::integer`.execute(studbook.db);
  const { rows } = await sql`select name from pg_prepared_statements`.execute(studbook.db);
  expect(rows).toEqual([{ name: "answer" }]);
});

test("ends a statement that runs too long", async () => {
  const db = createDb({ url: studbook.url, statementTimeoutMs: 50, onPoolError: () => undefined });
  await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toThrow("statement timeout");
  await db.destroy();
});

test("reports a lost idle connection and goes on with a new one", async () => {
  const lost = Promise.withResolvers<Error>();
  const db = createDb({ url: studbook.url, onPoolError: lost.resolve });
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(studbook.db);
  expect(isDatabaseUnavailable(await lost.promise)).toBe(true);
  await pingDatabase(db);
  await db.destroy();
});

test("a connection that is lost between two queries of a transaction fails the next one, no more", async () => {
  const db = createDb({ url: studbook.url, poolSize: 1, onPoolError: () => undefined });
  const transaction = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    const pid = rows[0]?.pid;
    await sql`select pg_terminate_backend(${pid})`.execute(studbook.db);
    const connected = sql`select from pg_stat_activity where pid = ${pid}`;
    await expect.poll(async () => (await connected.execute(studbook.db)).rows).toEqual([]);
    // Once the machine has been round, the end of the connection has been heard.
    await pingDatabase(studbook.db);
    await pingDatabase(tx);
  });
  expect(isDatabaseUnavailable(await transaction.catch((error: unknown) => error))).toBe(true);
  await pingDatabase(db);
  await db.destroy();
});

test("a database that is not there is unavailable, a refused statement is not", async () => {
  const nobody = createDb({ url: "postgres://127.0.0.1:1/none", onPoolError: () => undefined });
  const absent = await pingDatabase(nobody).catch((error: unknown) => error);
  const refused = await sql`select 1 / 0`.execute(studbook.db).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(absent)).toBe(true);
  expect(isDatabaseUnavailable(refused)).toBe(false);
  await nobody.destroy();
});
