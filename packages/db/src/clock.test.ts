import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { recordStatements } from "../test/record-statements.ts";
import { createTestDb, type TestDb } from "../test/test-db.ts";
import { createDb } from "./client.ts";
import { createDatabaseClock } from "./clock.ts";

const NOON = new Date("2026-06-01T12:00:00Z");
const at = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
let monotonicMs = 0;
const now = () => monotonicMs;
beforeEach(() => studbook.setNow(NOON));
afterAll(() => studbook.drop());

const fail = (error: unknown) => {
  throw error;
};

describe("the database's clock", () => {
  test("cannot be read before the first query", () => {
    const clock = createDatabaseClock(studbook.db, { onError: fail, now });
    expect(() => clock.now()).toThrow("has not been read yet");
  });

  test("goes on between queries, whatever happens to the machine's clock", async () => {
    const clock = createDatabaseClock(studbook.db, { onError: fail, now });
    await clock.refresh();
    expect(clock.now()).toEqual(NOON);
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("1999-01-01") });
    monotonicMs += 7000;
    expect(clock.now()).toEqual(at(7));
    vi.useRealTimers();
  });

  test("is read again every 10 s, only while somebody reads it", async () => {
    const clock = createDatabaseClock(studbook.db, { onError: fail, now });
    await clock.refresh();
    await studbook.advance(60_000);
    const recorded = recordStatements();
    monotonicMs += 9999;
    for (let n = 0; n < 100; n++) expect(clock.now()).toEqual(at(9.999));
    monotonicMs += 3_600_000;
    expect(recorded.statements).toEqual([]);
    for (let n = 0; n < 100; n++) clock.now();
    await expect.poll(() => clock.now()).toEqual(at(60));
    recorded.stop();
    expect(recorded.statements).toEqual(["select studbook_now() as now"]);
  });

  test("goes on if the database cannot be reached, and asks again 10 s later", async () => {
    const db = createDb({ url: studbook.url, poolSize: 1, onPoolError: () => undefined });
    const errors: unknown[] = [];
    const clock = createDatabaseClock(db, { onError: (error) => errors.push(error), now });
    await clock.refresh();
    await db.destroy();
    monotonicMs += 10_000;
    for (let n = 0; n < 100; n++) expect(clock.now()).toEqual(at(10));
    await expect.poll(() => errors).toHaveLength(1);
    monotonicMs += 10_000;
    expect(clock.now()).toEqual(at(20));
    await expect.poll(() => errors).toHaveLength(2);
  });
});
