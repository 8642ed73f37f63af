import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import {
  claimAttempts,
  countAttempt,
  findAttemptCount,
  releaseAttempts,
} from "./attempt-counts.ts";

const LIMIT = { attempts: 3, seconds: 60 };

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

const attemptOnce = () => countAttempt(test.db, key, LIMIT);

it("starts a window with the first attempt and does not extend it", async () => {
  expect(await findAttemptCount(test.db, key)).toBeUndefined();
  expect(await attemptOnce()).toEqual({ n: 1, secondsLeft: 60 });
  await test.advance(20_000);
  expect(await attemptOnce()).toEqual({ n: 2, secondsLeft: 40 });
  expect(await findAttemptCount(test.db, key)).toEqual({ n: 2, secondsLeft: 40 });
  await test.advance(40_000);
  expect(await findAttemptCount(test.db, key)).toBeUndefined();
  expect(await attemptOnce()).toEqual({ n: 1, secondsLeft: 60 });
});

it("allows three of 20 concurrent attempts", async () => {
  const counts = await Promise.all(Array.from({ length: 20 }, attemptOnce));
  expect(counts.filter(({ n }) => n <= LIMIT.attempts)).toHaveLength(3);
});

it("writes nothing for attempts over the limit", async () => {
  for (let n = 0; n <= LIMIT.attempts; n++) await attemptOnce();
  const version = () => test.run("select xmin::text, n from tries where key = $1", [key]);
  const before = await version();
  await test.advance(10_000);
  expect(await attemptOnce()).toEqual({ n: 4, secondsLeft: 50 });
  expect(await version()).toEqual(before);
});

it("claims as many of 30 concurrent attempts as the limit allows and does not count refused ones", async () => {
  const claim = (attempts: number) => claimAttempts(test.db, key, { attempts, seconds: 60 });
  const claimed = await Promise.all(Array.from({ length: 30 }, () => claim(20)));
  expect(claimed.filter(Boolean)).toHaveLength(20);
  expect(await claim(21)).toBe(true);
  expect(await claim(21)).toBe(false);
  await releaseAttempts(test.db, key);
  expect(await claim(21)).toBe(true);
  await test.advance(60_000);
  expect(await claim(1)).toBe(true);
  expect(await claim(1)).toBe(false);
});
