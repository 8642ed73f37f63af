import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import {
  countSignInAttempt,
  deleteExpiredSignInAttempts,
  deleteSignInAttempts,
  releaseSignInAttempt,
  type SignInLimit,
} from "./sign-in-attempts.ts";

const MINUTE = 60;
const LIMIT: SignInLimit = {
  attempts: 10,
  windowSeconds: 15 * MINUTE,
  firstBlockSeconds: 30,
  longestBlockSeconds: 15 * MINUTE,
};

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

const attemptOnce = () => countSignInAttempt(test.db, key, LIMIT);
const advance = (seconds: number) => test.advance(seconds * 1000);

async function attemptTimes(times: number): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < times; n++) waits.push(await attemptOnce());
  return waits;
}

describe("sign-in attempts", () => {
  it("allows ten, then one after each block, and doubles each block up to 15 minutes", async () => {
    expect(await attemptTimes(11)).toEqual([...Array(10).fill(0), 30]);
    const blocks: number[] = [30];
    for (let n = 0; n < 7; n++) {
      await advance(blocks.at(-1) ?? 0);
      const [allowed, wait = 0] = await attemptTimes(2);
      expect(allowed).toBe(0);
      blocks.push(wait);
    }
    expect(blocks).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it("does not extend a block for refused attempts", async () => {
    await attemptTimes(10);
    expect(await attemptTimes(3)).toEqual([30, 30, 30]);
    await advance(29);
    expect(await attemptTimes(2)).toEqual([1, 1]);
    await advance(1);
    expect(await attemptTimes(2)).toEqual([0, 60]);
  });

  it("counts attempts in a sliding window of 15 minutes", async () => {
    await attemptTimes(5);
    await advance(10 * MINUTE);
    await attemptTimes(4);
    await advance(5 * MINUTE);
    expect(await attemptTimes(7)).toEqual([...Array(6).fill(0), 30]);
  });

  it("resets after 15 quiet minutes, and not before", async () => {
    await attemptTimes(10);
    await advance(30 + 15 * MINUTE - 1);
    expect(await attemptTimes(2)).toEqual([0, 60]);
    await advance(60 + 15 * MINUTE);
    expect(await attemptTimes(11)).toEqual([...Array(10).fill(0), 30]);
  });

  it("remembers the block length during the longest block", async () => {
    await attemptTimes(10);
    for (const block of [30, 60, 120, 240, 480, 900]) {
      await advance(block);
      expect(await attemptOnce()).toBe(0);
    }
    await advance(15 * MINUTE);
    expect(await attemptTimes(2)).toEqual([0, 900]);
  });

  it("allows ten of 50 concurrent attempts, and one of 50 after the block", async () => {
    const attemptConcurrently = async () => {
      const waits = await Promise.all(Array.from({ length: 50 }, attemptOnce));
      return waits.filter((wait) => wait === 0).length;
    };
    expect(await attemptConcurrently()).toBe(10);
    await advance(30);
    expect(await attemptConcurrently()).toBe(1);
    expect(await attemptOnce()).toBe(60);
  });

  it("releases an attempt and the block that it started", async () => {
    await attemptTimes(10);
    await releaseSignInAttempt(test.db, key);
    expect(await attemptTimes(2)).toEqual([0, 30]);
    await advance(30);
    expect(await attemptTimes(2)).toEqual([0, 60]);
    await releaseSignInAttempt(test.db, key);
    expect(await attemptTimes(2)).toEqual([0, 60]);
  });

  it("never allows more than ten unreleased attempts, in any order", async () => {
    for (let round = 0; round < 5; round++) {
      expect(await attemptTimes(10)).toEqual(Array(10).fill(0));
      await Promise.all(Array.from({ length: 4 }, () => releaseSignInAttempt(test.db, key)));
      const waits = await Promise.all(Array.from({ length: 20 }, attemptOnce));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(4);
      await deleteSignInAttempts(test.db, key);
    }
  });

  it("releases nothing if no attempt is counted", async () => {
    await releaseSignInAttempt(test.db, key);
    await attemptOnce();
    await releaseSignInAttempt(test.db, key);
    await releaseSignInAttempt(test.db, key);
    expect(await attemptTimes(11)).toEqual([...Array(10).fill(0), 30]);
  });

  it("deletes expired counts and no others", async () => {
    await test.run("delete from sign_in_tries");
    await attemptTimes(10);
    await advance(30 + 15 * MINUTE - 1);
    expect(await deleteExpiredSignInAttempts(test.db)).toBe(0);
    await advance(1);
    expect(await deleteExpiredSignInAttempts(test.db)).toBe(1);
  });
});
