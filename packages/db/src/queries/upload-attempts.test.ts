import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import {
  deleteExpiredUploadAttempts,
  deleteUploadAttempts,
  findUploadDelay,
  insertUploadAttempts,
} from "./upload-attempts.ts";

const HOUR_MS = 60 * 60 * 1000;

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
afterAll(() => studbook.drop());

const attempt = (userId: string, count = 1) =>
  studbook.db.transaction().execute((tx) => insertUploadAttempts(tx, userId, count));

test("returns the wait until the next upload from the attempts of the last 24 h", async () => {
  const user = await createUser(studbook.db);
  const delay = (adding: number) => findUploadDelay(studbook.db, user.id, { adding, limit: 3 });
  await studbook.setNow(new Date("2026-07-01T10:00:00Z"));
  await attempt(user.id);
  await studbook.advance(HOUR_MS);
  await attempt(user.id);
  expect(await delay(1)).toBeUndefined();
  expect(await delay(2)).toBe(23 * 3600);
  expect(await delay(3)).toBe(24 * 3600);
  await studbook.advance(23 * HOUR_MS);
  expect(await delay(2)).toBeUndefined();
  expect(await delay(3)).toBe(3600);
  await studbook.setNow(null);
});

test("deleted attempts do not count", async () => {
  const user = await createUser(studbook.db);
  const ids = await attempt(user.id, 3);
  expect(await findUploadDelay(studbook.db, user.id, { adding: 1, limit: 3 })).toBeGreaterThan(0);
  await deleteUploadAttempts(studbook.db, ids.slice(0, 1));
  expect(await findUploadDelay(studbook.db, user.id, { adding: 1, limit: 3 })).toBeUndefined();
});

test("deletes attempts once they no longer count, and not before", async () => {
  const user = await createUser(studbook.db);
  await studbook.db.deleteFrom("uploadAttempts").execute();
  await studbook.setNow(new Date("2026-08-01T10:00:00Z"));
  await attempt(user.id, 2);
  await studbook.advance(24 * HOUR_MS - 1);
  expect(await deleteExpiredUploadAttempts(studbook.db)).toBe(0);
  await studbook.advance(1);
  expect(await deleteExpiredUploadAttempts(studbook.db)).toBe(2);
  await studbook.setNow(null);
});
