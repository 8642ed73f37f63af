import { randomUUID } from "node:crypto";
import { lockCoupon } from "@studbook/db/queries/coupons";
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Customer, intentIdOf, useShop } from "../../test/payment-shop.ts";
import { createAdmin, RACE_ROUNDS } from "../../test/test-app.ts";

const BUYERS = 30;

const shopOf = useShop({ poolSize: 40 });

let admin: { id: string; cookie: string };
beforeAll(async () => {
  admin = await createAdmin(shopOf().db);
  // On a cold pool connections come one by one, and what races does not meet.
  await Promise.all(Array.from({ length: 100 }, () => shopOf().app.inject("/api/ads")));
});

async function addCoupon(maxRedemptions: number | null): Promise<{ id: string; code: string }> {
  const code = `Race-${randomUUID()}`;
  return await shopOf()
    .db.insertInto("coupons")
    .values({ code, key: code.toLowerCase(), description: "x", percentOff: 50, maxRedemptions })
    .returning(["id", "code"])
    .executeTakeFirstOrThrow();
}

const customers = (): Promise<Customer[]> =>
  Promise.all(Array.from({ length: BUYERS }, () => shopOf().customer()));

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);

async function usesOf(couponId: string): Promise<number> {
  const { uses } = await shopOf()
    .db.selectFrom("couponRedemptions")
    .select(({ fn }) => fn.countAll<number>().as("uses"))
    .where("couponId", "=", couponId)
    .executeTakeFirstOrThrow();
  return uses;
}

const change = (fields: object) => shopOf().post(admin.cookie, "/trpc/admin.changeCoupon", fields);

const checkOut = (buyers: Customer[], code: string) =>
  buyers.map((buyer) => shopOf().createIntent(buyer, "basic", code));

async function untilWaiting(n: number): Promise<void> {
  const waits = () => shopOf().test.countLockWaits();
  await expect.poll(waits, { interval: 5, timeout: 10_000 }).toBe(n);
}

/** Lets 10 checkouts, then a change, then 20 checkouts wait for a coupon, and then all of them go on. */
async function raceChange(coupon: { id: string; code: string }, fields: object) {
  const shop = shopOf();
  const buyers = await customers();
  const { changed, answers } = await shop.db.transaction().execute(async (tx) => {
    await lockCoupon(tx, coupon.id);
    const first = checkOut(buyers.slice(0, 10), coupon.code);
    await untilWaiting(10);
    const changed = change({ id: coupon.id, ...fields });
    await untilWaiting(11);
    const answers = [...first, ...checkOut(buyers.slice(10), coupon.code)];
    await untilWaiting(1 + BUYERS);
    return { changed, answers };
  });
  return { buyers, changed: await changed, answers: await Promise.all(answers) };
}

describe("a coupon with a limit", () => {
  it("goes to exactly that many of 30 buyers at once", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id, code } = await addCoupon(7);
      const answers = await Promise.all(checkOut(await customers(), code));
      expect(statusesOf(answers).sort()).toEqual([...Array(7).fill(200), ...Array(23).fill(409)]);
      expect(await usesOf(id)).toBe(7);
    }
  });

  it.each([null, BUYERS])(
    "%s that is lowered under 30 checkouts goes to no more than the new one",
    async (limit) => {
      for (let round = 0; round < RACE_ROUNDS; round++) {
        const coupon = await addCoupon(limit);
        const { answers, changed } = await raceChange(coupon, { maxRedemptions: 12 });
        expect(changed.status).toBe(200);
        expect(statusesOf(answers).sort()).toEqual([
          ...Array(12).fill(200),
          ...Array(18).fill(409),
        ]);
        expect(await usesOf(coupon.id)).toBe(12);
      }
    },
  );

  it("cannot be set below what checkouts reserve just now", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const coupon = await addCoupon(null);
      const { answers, changed } = await raceChange(coupon, { maxRedemptions: 5 });
      expect([changed.status, statusesOf(answers)]).toEqual([409, Array(BUYERS).fill(200)]);
      expect(await usesOf(coupon.id)).toBe(BUYERS);
    }
  });
});

describe("a coupon switched off under 30 checkouts", () => {
  it("goes to none that had not reserved it, and those that had pay their price", async () => {
    const shop = shopOf();
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id, code } = await addCoupon(null);
      const buyers = await customers();
      const checkouts = checkOut(buyers, code);
      await Promise.race(checkouts);
      expect((await change({ id, active: false })).status).toBe(200);
      const usesWhenAnswered = await usesOf(id);
      const answers = await Promise.all(checkouts);
      const reserved = statusesOf(answers).filter((status) => status === 200);
      expect(statusesOf(answers).filter((status) => status === 400)).toHaveLength(
        BUYERS - reserved.length,
      );
      expect(await usesOf(id)).toBe(usesWhenAnswered);
      expect(reserved).toHaveLength(usesWhenAnswered);
      const at = answers.findIndex(({ status }) => status === 200);
      const [buyer, answer] = [buyers[at], answers[at]];
      if (!buyer || !answer) throw new Error("Nobody had reserved the coupon");
      const intentId = intentIdOf(answer);
      await shop.charge(intentId);
      expect((await shop.confirm(buyer, intentId, "basic")).status).toBe(200);
      expect(await shop.payments(buyer)).toMatchObject([{ status: "succeeded", amount: 1450 }]);
      expect(await usesOf(id)).toBe(usesWhenAnswered);
    }
  });
});
