import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createUser, openAttempt } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { readClock } from "../clock.ts";
import { findCoupon } from "./coupons.ts";
import { type AttemptFilter, claimOpenAttempts, setAttemptIntent } from "./payment-attempts.ts";

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
afterAll(() => studbook.drop());

test("a user can have only one open attempt", async () => {
  const { id } = await createUser(studbook.db);
  await openAttempt(studbook.db, id);
  await expect(openAttempt(studbook.db, id)).rejects.toThrow("payment_attempts_one_open");
});

test("an intent belongs to one attempt, and an attempt cannot change its intent", async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(async () => openAttempt(studbook.db, (await createUser(studbook.db)).id)),
  );
  const storeIntent = (id: string | undefined, intent: string) =>
    setAttemptIntent(studbook.db, id ?? "", intent);
  expect(await storeIntent(first?.id, "pi_first")).toBe(true);
  expect(await storeIntent(first?.id, "pi_first")).toBe(true);
  expect(await storeIntent(first?.id, "pi_other")).toBe(false);
  await expect(storeIntent(second?.id, "pi_first")).rejects.toThrow("payment_attempts_intent_key");
});

describe("claimOpenAttempts", () => {
  const timeouts = { withCoupon: 30 * 60, withoutIntent: 60 * 60, other: 24 * 60 * 60 };
  const due: AttemptFilter = { kind: "due", youngerThan: 600, checkedAgo: 3600 };
  const minutes = (count: number) => studbook.advance(count * 60_000);
  beforeEach(async () => {
    await studbook.db
      .updateTable("paymentAttempts")
      .set({ status: "canceled" })
      .where("status", "=", "open")
      .execute();
  });
  const claim = async (filter: AttemptFilter, checkedBefore: Date, limit = 100) => {
    const options = { filter, checkedBefore, timeouts, limit };
    const claimed = await claimOpenAttempts(studbook.db, options);
    return claimed.map(({ id }) => id).toSorted();
  };
  const now = () => readClock(studbook.db);
  const openOne = async (options: { coupon?: true; intent?: string } = {}) => {
    const { id: userId } = await createUser(studbook.db);
    const { id } = await openAttempt(studbook.db, userId);
    const { coupon, intent } = options;
    if (intent) await setAttemptIntent(studbook.db, id, intent);
    if (coupon) {
      const launch = await findCoupon(studbook.db, "launch");
      await studbook.db
        .updateTable("paymentAttempts")
        .set({ couponId: launch?.id ?? null })
        .where("id", "=", id)
        .execute();
    }
    return id;
  };

  test("returns each attempt once to concurrent callers", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) ids.push(await openOne());
    const began = await now();
    const claimed = await Promise.all(
      Array.from({ length: 8 }, () => claim({ kind: "pending" }, began, 5)),
    );
    expect(claimed.flat()).toHaveLength(40);
    expect(claimed.flat().toSorted()).toEqual(ids.toSorted());
    expect(await claim({ kind: "pending" }, began)).toEqual([]);
  });

  test("returns the least recently checked attempts first", async () => {
    const first = await openOne();
    await minutes(1);
    expect(await claim({ kind: "pending" }, await now())).toEqual([first]);
    await minutes(1);
    const second = await openOne();
    await minutes(1);
    const third = await openOne();
    await minutes(1);
    const began = await now();
    const order = [];
    for (let n = 0; n < 3; n++) order.push(...(await claim({ kind: "pending" }, began, 1)));
    expect(order).toEqual([first, second, third]);
    expect(await claim({ kind: "pending" }, began, 1)).toEqual([]);
  });

  test("returns due attempts often at first, then once an hour, and never without an intent", async () => {
    const early = await openOne({ intent: "pi_early" });
    await openOne();
    const dueNow = async () => claim(due, await now());
    expect(await dueNow()).toEqual([early]);
    await minutes(9);
    expect(await dueNow()).toEqual([early]);
    await minutes(2);
    expect(await dueNow()).toEqual([]);
    const late = await openOne({ intent: "pi_late" });
    await minutes(49);
    expect(await dueNow()).toEqual([late]);
    await minutes(9);
    expect(await dueNow()).toEqual([early]);
  });

  test("returns expired attempts by their timeout, those with a coupon first", async () => {
    const plain = await openOne({ intent: "pi_plain" });
    const withoutIntent = await openOne();
    await minutes(24 * 60 - 31);
    expect(await claim({ kind: "expired" }, await now())).toEqual([withoutIntent]);
    const coupon = await openOne({ coupon: true, intent: "pi_coupon" });
    await minutes(29);
    expect(await claim({ kind: "expired" }, await now())).toEqual([withoutIntent]);
    await minutes(2);
    const began = await now();
    expect(await claim({ kind: "expired" }, began, 1)).toEqual([coupon]);
    expect(await claim({ kind: "expired" }, began)).toEqual([plain, withoutIntent].toSorted());
  });

  test("returns attempts by their intents, regardless of age", async () => {
    const paid = await openOne({ intent: "pi_found" });
    await openOne({ intent: "pi_unpaid" });
    await minutes(300);
    const filter: AttemptFilter = { kind: "intents", intentIds: ["pi_found", "pi_unknown"] };
    expect(await claim(filter, await now())).toEqual([paid]);
    expect(await claim({ kind: "intents", intentIds: [] }, await now())).toEqual([]);
  });
});
