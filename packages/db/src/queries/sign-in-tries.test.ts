import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import {
  countSignInTry,
  deleteEndedSignInTries,
  forgetSignInTries,
  type SignInLimit,
  takeBackSignInTry,
} from "./sign-in-tries.ts";

const MINUTE = 60;
const LIMIT: SignInLimit = {
  tries: 10,
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

const tryOnce = () => countSignInTry(test.db, key, LIMIT);
const advance = (seconds: number) => test.advance(seconds * 1000);

async function tryTimes(times: number): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < times; n++) waits.push(await tryOnce());
  return waits;
}

describe("counting tries to sign in", () => {
  it("allows ten, then one after each block, and each block lasts twice as long up to 15 minutes", async () => {
    expect(await tryTimes(11)).toEqual([...Array(10).fill(0), 30]);
    const blocks: number[] = [30];
    for (let n = 0; n < 7; n++) {
      await advance(blocks.at(-1) ?? 0);
      const [allowed, wait = 0] = await tryTimes(2);
      expect(allowed).toBe(0);
      blocks.push(wait);
    }
    expect(blocks).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it("does not prolong a block for tries that are refused", async () => {
    await tryTimes(10);
    expect(await tryTimes(3)).toEqual([30, 30, 30]);
    await advance(29);
    expect(await tryTimes(2)).toEqual([1, 1]);
    await advance(1);
    expect(await tryTimes(2)).toEqual([0, 60]);
  });

  it("counts what was tried in the last 15 minutes, whenever these began", async () => {
    await tryTimes(5);
    await advance(10 * MINUTE);
    await tryTimes(4);
    await advance(5 * MINUTE);
    expect(await tryTimes(7)).toEqual([...Array(6).fill(0), 30]);
  });

  it("starts over after 15 quiet minutes, and not before", async () => {
    await tryTimes(10);
    await advance(30 + 15 * MINUTE - 1);
    expect(await tryTimes(2)).toEqual([0, 60]);
    await advance(60 + 15 * MINUTE);
    expect(await tryTimes(11)).toEqual([...Array(10).fill(0), 30]);
  });

  it("keeps the length of blocks through the longest one", async () => {
    await tryTimes(10);
    for (const block of [30, 60, 120, 240, 480, 900]) {
      await advance(block);
      expect(await tryOnce()).toBe(0);
    }
    await advance(15 * MINUTE);
    expect(await tryTimes(2)).toEqual([0, 900]);
  });

  it("allows ten of 50 at once, and one of 50 after the block", async () => {
    const tryAtOnce = async () => {
      const waits = await Promise.all(Array.from({ length: 50 }, tryOnce));
      return waits.filter((wait) => wait === 0).length;
    };
    expect(await tryAtOnce()).toBe(10);
    await advance(30);
    expect(await tryAtOnce()).toBe(1);
    expect(await tryOnce()).toBe(60);
  });

  it("takes back a try and the block that it began", async () => {
    await tryTimes(10);
    await takeBackSignInTry(test.db, key);
    expect(await tryTimes(2)).toEqual([0, 30]);
    await advance(30);
    expect(await tryTimes(2)).toEqual([0, 60]);
    await takeBackSignInTry(test.db, key);
    expect(await tryTimes(2)).toEqual([0, 60]);
  });

  it("never allows more than ten that are not taken back, in whatever order", async () => {
    for (let round = 0; round < 5; round++) {
      expect(await tryTimes(10)).toEqual(Array(10).fill(0));
      await Promise.all(Array.from({ length: 4 }, () => takeBackSignInTry(test.db, key)));
      const waits = await Promise.all(Array.from({ length: 20 }, tryOnce));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(4);
      await forgetSignInTries(test.db, key);
    }
  });

  it("takes back nothing where nothing counts", async () => {
    await takeBackSignInTry(test.db, key);
    await tryOnce();
    await takeBackSignInTry(test.db, key);
    await takeBackSignInTry(test.db, key);
    expect(await tryTimes(11)).toEqual([...Array(10).fill(0), 30]);
  });

  it("deletes what has ended, and nothing that still counts", async () => {
    await test.run("delete from sign_in_tries");
    await tryTimes(10);
    await advance(30 + 15 * MINUTE - 1);
    expect(await deleteEndedSignInTries(test.db)).toBe(0);
    await advance(1);
    expect(await deleteEndedSignInTries(test.db)).toBe(1);
  });
});
