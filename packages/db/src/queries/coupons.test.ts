import { afterAll, beforeAll, expect, test } from "vitest";
import { createCoupon, createUser, openAttempt } from "../../test/factories.ts";
import { createTestDb, type TestDb } from "../../test/test-db.ts";
import { findCoupon, isCouponAvailable, lockCoupon, reserveCoupon } from "./coupons.ts";
import { lockUser } from "./users.ts";

let studbook: TestDb;
beforeAll(async () => {
  studbook = await createTestDb();
});
afterAll(() => studbook.drop());

test("the three coupons of the specification exist", async () => {
  for (const [key, code, percentOff] of [
    ["newstud", "NewStud", 50],
    ["launch", "Launch", 50],
    ["start2025", "START2025", 99],
  ] as const) {
    expect(await findCoupon(studbook.db, key)).toMatchObject({ code, percentOff, active: true });
  }
  expect(await findCoupon(studbook.db, "other")).toBeUndefined();
});

test("one of four concurrent users gets the last use of a coupon", async () => {
  for (let round = 0; round < 10; round++) {
    const coupon = await createCoupon(studbook.db, { maxRedemptions: 1 });
    const reserved = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const { id: userId } = await createUser(studbook.db);
        const { id: attemptId } = await openAttempt(studbook.db, userId);
        return await studbook.db.transaction().execute(async (tx) => {
          await lockUser(tx, userId);
          const locked = await lockCoupon(tx, coupon.id);
          if (!locked || !(await isCouponAvailable(tx, locked, userId))) return false;
          await reserveCoupon(tx, { couponId: coupon.id, userId, attemptId });
          return true;
        });
      }),
    );
    expect(reserved.filter(Boolean)).toHaveLength(1);
    const other = await createUser(studbook.db);
    expect(await isCouponAvailable(studbook.db, coupon, other.id)).toBe(false);
  }
});
