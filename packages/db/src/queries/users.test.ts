import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { isLockTimeout, isUniqueViolation } from "../errors.ts";
import { findUserById, findUserByUsername, lockUser, USERNAME_KEY } from "./users.ts";

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
afterAll(() => studbook.drop());

test("usernames are unique regardless of case", async () => {
  await createUser(studbook.db, { username: "Marta.K" });
  const again = await createUser(studbook.db, { username: "mARTA.k" }).catch(
    (error: unknown) => error,
  );
  expect(isUniqueViolation(again, USERNAME_KEY)).toBe(true);
  expect(isUniqueViolation(again, "users_pkey")).toBe(false);
  expect(await findUserByUsername(studbook.db, " MARTA.K ")).toMatchObject({ username: "Marta.K" });
});

test("a username is not found by look-alike letters of other languages", async () => {
  await createUser(studbook.db, { username: "premium-kim" });
  for (const typed of ["prem\u0130um-kim", "prem\u0131um-kim", "premium-\u212aim"]) {
    expect(await findUserByUsername(studbook.db, typed)).toBeUndefined();
  }
});

test("a username is found with its index", async () => {
  const plan = await studbook.db.connection().execute(async (db) => {
    await sql`set enable_seqscan = off`.execute(db);
    const find = sql`explain select from users where lower(username collate "C") = 'kim'`;
    const { rows } = await find.execute(db);
    await sql`reset enable_seqscan`.execute(db);
    return JSON.stringify(rows);
  });
  expect(plan).toContain(USERNAME_KEY);
});

test("one of ten concurrent sign-ups with the same username succeeds", async () => {
  const attempts = Array.from({ length: 10 }, (_, n) =>
    createUser(studbook.db, { username: n % 2 ? "popular" : "POPULAR" }),
  );
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
});

test("a locked user stays locked until the transaction ends", async () => {
  const user = await createUser(studbook.db);
  await studbook.db.transaction().execute(async (tx) => {
    expect(await lockUser(tx, user.id)).toEqual(user);
    const second = studbook.db.transaction().execute(async (other) => {
      await sql`set local lock_timeout = 50`.execute(other);
      await lockUser(other, user.id);
    });
    expect(isLockTimeout(await second.catch((error: unknown) => error))).toBe(true);
  });
});

test("finding or locking a missing user returns undefined", async () => {
  const id = "00000000-0000-4000-8000-000000000000";
  expect(await findUserById(studbook.db, id)).toBeUndefined();
  expect(await studbook.db.transaction().execute((tx) => lockUser(tx, id))).toBeUndefined();
});
