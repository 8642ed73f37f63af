import { randomUUID } from "node:crypto";
import { lockCoupon } from "@studbook/db/queries/coupons";
import { beforeAll, describe, expect, it } from "vitest";
import { type Customer, intentIdOf, type ShopResponse, useShop } from "../../test/payment-shop.ts";
import { createAdmin, RACE_ROUNDS } from "../../test/test-app.ts";

const BUYERS = 30;

const getShop = useShop({ poolSize: 40 });

let admin: { id: string; cookie: string };
beforeAll(async () => {
  admin = await createAdmin(getShop().db);
  // With a cold pool the connections open one by one, so concurrent calls would not overlap.
  await Promise.all(Array.from({ length: 100 }, () => getShop().app.inject("/api/ads")));
});

async function addCoupon(maxRedemptions: number | null): Promise<{ id: string; code: string }> {
  const code = `Race-${randomUUID()}`;
  return await getShop()
    .db.insertInto("coupons")
    .values({ code, key: code.toLowerCase(), description: "x", percentOff: 50, maxRedemptions })
    .returning(["id", "code"])
    .executeTakeFirstOrThrow();
}

const customers = (): Promise<Customer[]> =>
  Promise.all(Array.from({ length: BUYERS }, () => getShop().customer()));

const statusesOf = (responses: ShopResponse[]) => responses.map(({ status }) => status);

async function usesOf(couponId: string): Promise<number> {
  const { uses } = await getShop()
    .db.selectFrom("couponRedemptions")
    .select(({ fn }) => fn.countAll<number>().as("uses"))
    .where("couponId", "=", couponId)
    .executeTakeFirstOrThrow();
  return uses;
}

const change = (fields: object) => getShop().post(admin.cookie, "/trpc/admin.changeCoupon", fields);

const checkOut = (buyers: Customer[], code: string) =>
  buyers.map((buyer) => getShop().createIntent(buyer, "basic", code));

async function waitForLockWaits(n: number): Promise<void> {
  const waits = () => getShop().test.countLockWaits();
  await expect.poll(waits, { interval: 5, timeout: 10_000 }).toBe(n);
}

/** Queues 10 checkouts, then a change, then 20 checkouts behind a locked coupon, and then releases the lock. */
async function raceChange(coupon: { id: string; code: string }, fields: object) {
  const shop = getShop();
  const buyers = await customers();
  const { changed, responses } = await shop.db.transaction().execute(async (tx) => {
    await lockCoupon(tx, coupon.id);
    const first = checkOut(buyers.slice(0, 10), coupon.code);
    await waitForLockWaits(10);
    const changed = change({ id: coupon.id, ...fields });
    await waitForLockWaits(11);
    const responses = [...first, ...checkOut(buyers.slice(10), coupon.code)];
    await waitForLockWaits(1 + BUYERS);
    return { changed, responses };
  });
  return { buyers, changed: await changed, responses: await Promise.all(responses) };
}

describe("a coupon with a limit", () => {
  it("goes to exactly that many of 30 concurrent buyers", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id, code } = await addCoupon(7);
      const responses = await Promise.all(checkOut(await customers(), code));
      expect(statusesOf(responses).sort()).toEqual([...Array(7).fill(200), ...Array(23).fill(409)]);
      expect(await usesOf(id)).toBe(7);
    }
  });

  it.each([null, BUYERS])(
    "goes to no more buyers than its new limit if the limit of %s is lowered during 30 checkouts",
    async (limit) => {
      for (let round = 0; round < RACE_ROUNDS; round++) {
        const coupon = await addCoupon(limit);
        const { responses, changed } = await raceChange(coupon, { maxRedemptions: 12 });
        expect(changed.status).toBe(200);
        expect(statusesOf(responses).sort()).toEqual([
          ...Array(12).fill(200),
          ...Array(18).fill(409),
        ]);
        expect(await usesOf(coupon.id)).toBe(12);
      }
    },
  );

  it("cannot be lowered below the reservations of concurrent checkouts", async () => {
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const coupon = await addCoupon(null);
      const { responses, changed } = await raceChange(coupon, { maxRedemptions: 5 });
      expect([changed.status, statusesOf(responses)]).toEqual([409, Array(BUYERS).fill(200)]);
      expect(await usesOf(coupon.id)).toBe(BUYERS);
    }
  });
});

describe("a coupon that is disabled during 30 checkouts", () => {
  it("is refused to checkouts without a reservation, and the others keep their price", async () => {
    const shop = getShop();
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id, code } = await addCoupon(null);
      const buyers = await customers();
      const checkouts = checkOut(buyers, code);
      await Promise.race(checkouts);
      expect((await change({ id, active: false })).status).toBe(200);
      const usesWhenAnswered = await usesOf(id);
      const responses = await Promise.all(checkouts);
      const reserved = statusesOf(responses).filter((status) => status === 200);
      expect(statusesOf(responses).filter((status) => status === 400)).toHaveLength(
        BUYERS - reserved.length,
      );
      expect(await usesOf(id)).toBe(usesWhenAnswered);
      expect(reserved).toHaveLength(usesWhenAnswered);
      const at = responses.findIndex(({ status }) => status === 200);
      const buyer = buyers[at];
      const response = responses[at];
      if (!buyer || !response) throw new Error("No checkout reserved the coupon");
      const intentId = intentIdOf(response);
      await shop.charge(intentId);
      expect((await shop.confirm(buyer, intentId, "basic")).status).toBe(200);
      expect(await shop.payments(buyer)).toMatchObject([{ status: "succeeded", amount: 1450 }]);
      expect(await usesOf(id)).toBe(usesWhenAnswered);
    }
  });
});
