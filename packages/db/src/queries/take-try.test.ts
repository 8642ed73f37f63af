import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { takeBackTry, takeTry } from "./tries.ts";

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
afterAll(() => studbook.drop());

test("of many tries at once as many are counted as there are, and what is refused does not count", async () => {
  const take = (most: number) => takeTry(studbook.db, "key", { most, seconds: 60 });
  const taken = await Promise.all(Array.from({ length: 30 }, () => take(20)));
  expect(taken.filter(Boolean)).toHaveLength(20);
  expect(await take(21)).toBe(true);
  expect(await take(21)).toBe(false);
  await takeBackTry(studbook.db, "key");
  expect(await take(21)).toBe(true);
  await studbook.advance(60_000);
  expect(await take(1)).toBe(true);
  expect(await take(1)).toBe(false);
});
