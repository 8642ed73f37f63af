import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { countTry, findTryCount } from "./tries.ts";

const LIMIT = { tries: 3, seconds: 60 };

let test: TestDb;
let key: string;
beforeAll(async () => {
  test = await createTestDb();
});
beforeEach(async () => {
  key = crypto.randomUUID();
  await test.setNow(new Date("2026-06-01T12:00:00Z"));
});
afterAll(() => test.drop());

const tryOnce = () => countTry(test.db, key, LIMIT);

it("counts in stretches that begin with a try", async () => {
  expect(await findTryCount(test.db, key)).toBeUndefined();
  expect(await tryOnce()).toEqual({ n: 1, secondsLeft: 60 });
  await test.advance(20_000);
  expect(await tryOnce()).toEqual({ n: 2, secondsLeft: 40 });
  expect(await findTryCount(test.db, key)).toEqual({ n: 2, secondsLeft: 40 });
  await test.advance(40_000);
  expect(await findTryCount(test.db, key)).toBeUndefined();
  expect(await tryOnce()).toEqual({ n: 1, secondsLeft: 60 });
});

it("lets three of 20 at once through", async () => {
  const counts = await Promise.all(Array.from({ length: 20 }, tryOnce));
  expect(counts.filter(({ n }) => n <= LIMIT.tries)).toHaveLength(3);
});

it("writes nothing for tries beyond the limit", async () => {
  for (let n = 0; n <= LIMIT.tries; n++) await tryOnce();
  const version = () => test.run("select xmin::text, n from tries where key = $1", [key]);
  const before = await version();
  await test.advance(10_000);
  expect(await tryOnce()).toEqual({ n: 4, secondsLeft: 50 });
  expect(await version()).toEqual(before);
});
