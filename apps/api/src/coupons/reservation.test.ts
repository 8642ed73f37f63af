import { randomUUID } from "node:crypto";
import { countCouponUses } from "@studbook/db/queries/coupons";
import { insertAttempt } from "@studbook/db/queries/payment-attempts";
import pino from "pino";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Customer, intentIdOf, useShop } from "../../test/payment-shop.ts";
import { RACE_ROUNDS } from "../../test/test-app.ts";
import { openPayments } from "../payments/payment-parts.ts";
import { reconcilePayments } from "../payments/reconcile-payments.ts";

const MINUTE_MS = 60_000;

const getShop = useShop({ poolSize: 20 });
beforeAll(async () => {
  // With a cold pool the connections open one by one, so concurrent calls would not overlap.
  await Promise.all(Array.from({ length: 60 }, () => getShop().app.inject("/api/ads")));
});

function reconcile(): Promise<number> {
  const { db, stripe } = getShop();
  const logger = pino({ level: "silent" });
  return reconcilePayments(openPayments({ db, stripe, logger, enqueue: async () => undefined }));
}

/** Creates a coupon for a single use and has a buyer reserve it. */
async function reserveSingleUse() {
  const shop = getShop();
  const code = `Once-${randomUUID()}`;
  const { id } = await shop.db
    .insertInto("coupons")
    .values({ code, key: code.toLowerCase(), description: "x", percentOff: 50, maxRedemptions: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const buyer = await shop.customer();
  const intentId = intentIdOf(await shop.createIntent(buyer, "basic", code));
  return { code, couponId: id, buyer, intentId };
}

const advance = (minutes: number) => getShop().test.advance(minutes * MINUTE_MS);
const usesOf = (couponId: string) => countCouponUses(getShop().db, couponId);
const statusOf = async (intentId: string) =>
  (await getShop().stripe.paymentIntents.retrieve(intentId)).status;
const attemptsOf = async (buyer: Customer) =>
  (await getShop().attempts(buyer)).map(({ status }) => status);
/** Returns the status of another buyer's checkout with the coupon. */
const statusForOther = async (code: string) =>
  (await getShop().createIntent(await getShop().customer(), "basic", code)).status;

describe("a coupon's reservation", () => {
  it("expires after 30 minutes: the intent is canceled, and others can use the coupon", async () => {
    const { code, couponId, buyer, intentId } = await reserveSingleUse();
    await advance(29);
    await reconcile();
    expect([await statusOf(intentId), await usesOf(couponId)]).toEqual([
      "requires_payment_method",
      1,
    ]);
    expect(await statusForOther(code)).toBe(409);
    await advance(1);
    await reconcile();
    expect([await statusOf(intentId), await usesOf(couponId)]).toEqual(["canceled", 0]);
    expect(await attemptsOf(buyer)).toEqual(["canceled"]);
    await expect(getShop().charge(intentId)).rejects.toThrow();
    expect(await statusForOther(code)).toBe(200);
  });

  it("has no effect on a payment without a coupon", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const intentId = intentIdOf(await shop.createIntent(buyer, "basic"));
    await advance(31);
    await reconcile();
    expect(await statusOf(intentId)).toBe("requires_payment_method");
    expect(await attemptsOf(buyer)).toEqual(["open"]);
  });

  it("becomes a use if the payment succeeded, even without a confirmation or webhook", async () => {
    const { code, couponId, buyer, intentId } = await reserveSingleUse();
    await getShop().charge(intentId);
    await advance(31);
    await reconcile();
    expect(await getShop().membership(buyer)).toMatch(/^basic/);
    expect([await usesOf(couponId), await statusForOther(code)]).toEqual([1, 409]);
  });

  it("expires while the bank waits for the buyer", async () => {
    const { couponId, buyer, intentId } = await reserveSingleUse();
    await getShop().charge(intentId, "pm_card_authenticationRequired");
    expect(await statusOf(intentId)).toBe("requires_action");
    await advance(31);
    await reconcile();
    expect([await statusOf(intentId), await usesOf(couponId)]).toEqual(["canceled", 0]);
    expect(await attemptsOf(buyer)).toEqual(["canceled"]);
  });

  it("lasts while the payment is being processed, whatever the outcome", async () => {
    for (const isPaid of [true, false]) {
      const shop = getShop();
      const { code, couponId, intentId } = await reserveSingleUse();
      const { paymentIntents } = shop.stripe;
      const retrieve = paymentIntents.retrieve.bind(paymentIntents);
      const spy = vi.spyOn(paymentIntents, "retrieve").mockImplementation(async (...args) => {
        const intent = await retrieve(...args);
        return intent.id === intentId ? { ...intent, status: "processing" } : intent;
      });
      onTestFinished(() => spy.mockRestore());
      await advance(31);
      expect(await reconcile()).toBe(0);
      expect([await usesOf(couponId), await statusForOther(code)]).toEqual([1, 409]);
      spy.mockRestore();
      if (isPaid) await shop.charge(intentId);
      await reconcile();
      expect(await usesOf(couponId)).toBe(isPaid ? 1 : 0);
    }
  });

  it.each([
    ["is down", { kind: "error", status: 500, times: 2 }],
    ["drops the connection after canceling", { kind: "drop", when: "after", times: 2 }],
  ] as const)("lasts while Stripe %s, and expires in the next run", async (_what, fault) => {
    const { code, couponId, intentId } = await reserveSingleUse();
    await advance(31);
    const path = `/v1/payment_intents/${intentId}/cancel`;
    await getShop().controls.fault({ method: "POST", path, ...fault });
    await reconcile();
    expect([await usesOf(couponId), await statusForOther(code)]).toEqual([1, 409]);
    await reconcile();
    expect([await usesOf(couponId), await statusForOther(code)]).toEqual([0, 200]);
    expect(await statusOf(intentId)).toBe("canceled");
  });

  it("expires for a checkout that was interrupted before it had an intent", async () => {
    const shop = getShop();
    const { code, couponId, buyer } = await reserveSingleUse();
    await advance(31);
    await reconcile();
    await shop.db.transaction().execute(async (tx) => {
      const order = { userId: buyer.id, membershipTier: "basic", couponId, amount: 1450 } as const;
      const { id: attemptId } = await insertAttempt(tx, order);
      const reservation = { couponId, userId: buyer.id, attemptId };
      await tx.insertInto("couponRedemptions").values(reservation).execute();
    });
    expect(await statusForOther(code)).toBe(409);
    await advance(31);
    await reconcile();
    expect([await usesOf(couponId), await statusForOther(code)]).toEqual([0, 200]);
  });

  it("starts again, with a new payment, for a buyer who comes back", async () => {
    const shop = getShop();
    const { code, couponId, buyer, intentId } = await reserveSingleUse();
    await advance(29);
    expect(intentIdOf(await shop.createIntent(buyer, "basic", code))).toBe(intentId);
    await advance(1);
    const again = await shop.createIntent(buyer, "basic", code);
    expect(again).toMatchObject({ status: 200, json: { amount: 1450 } });
    expect(intentIdOf(again)).not.toBe(intentId);
    expect([await statusOf(intentId), await usesOf(couponId)]).toEqual(["canceled", 1]);
    await advance(29);
    await reconcile();
    expect(intentIdOf(await shop.createIntent(buyer, "basic", code))).toBe(intentIdOf(again));
  });

  it("starts again twice a day; after that the buyer can only pay without the coupon", async () => {
    const shop = getShop();
    const { code, couponId, buyer } = await reserveSingleUse();
    for (const status of [200, 200, 409]) {
      await advance(30);
      expect((await shop.createIntent(buyer, "basic", code)).status).toBe(status);
    }
    const refused = await shop.createIntent(buyer, "premium", code);
    expect(refused).toMatchObject({ status: 409, json: { code: "COUPON_USED" } });
    expect(await usesOf(couponId)).toBe(1);
    await reconcile();
    expect(await usesOf(couponId)).toBe(0);
    expect((await shop.createIntent(buyer, "basic")).json).toMatchObject({ amount: 2900 });
    await advance(24 * 60 - 90);
    expect((await shop.createIntent(buyer, "basic", code)).status).toBe(200);
  });

  it("starts again any number of times if the coupon has no limit", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    for (let n = 0; n < 5; n++) {
      expect((await shop.createIntent(buyer, "basic", "NewStud")).status).toBe(200);
      await advance(30);
    }
  });

  it("is not counted if Stripe failed to create the intent", async () => {
    const shop = getShop();
    const { code, buyer } = await reserveSingleUse();
    await advance(30);
    const path = "/v1/payment_intents";
    for (let n = 0; n < 3; n++) {
      await shop.controls.fault({ method: "POST", path, kind: "error", status: 500, times: 2 });
      expect((await shop.createIntent(buyer, "basic", code)).status).toBe(502);
    }
    expect((await shop.createIntent(buyer, "basic", code)).status).toBe(200);
  });
});

describe("a reservation that expires during concurrent calls", () => {
  it("is either used by a concurrent payment, or that payment is refused", async () => {
    const shop = getShop();
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { couponId, buyer, intentId } = await reserveSingleUse();
      await advance(31);
      const [charged] = await Promise.allSettled([shop.charge(intentId), reconcile()]);
      await reconcile();
      const isPaid = charged.status === "fulfilled";
      expect(await statusOf(intentId)).toBe(isPaid ? "succeeded" : "canceled");
      expect(await attemptsOf(buyer)).toEqual([isPaid ? "succeeded" : "canceled"]);
      expect(await usesOf(couponId)).toBe(isPaid ? 1 : 0);
    }
  });

  it("goes to at most one of 50 concurrent buyers, and finally to exactly one", async () => {
    const shop = getShop();
    const { code, couponId, intentId } = await reserveSingleUse();
    const buyers = await Promise.all(Array.from({ length: 50 }, () => shop.customer()));
    await advance(31);
    const [, , ...responses] = await Promise.all([
      reconcile(),
      reconcile(),
      ...buyers.map((buyer) => shop.createIntent(buyer, "basic", code)),
    ]);
    const winners = responses.filter(({ status }) => status === 200);
    expect(winners.length).toBeLessThanOrEqual(1);
    expect(await usesOf(couponId)).toBe(winners.length);
    expect(await statusOf(intentId)).toBe("canceled");
    const later = await Promise.all(buyers.map((buyer) => shop.createIntent(buyer, "basic", code)));
    expect(later.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await usesOf(couponId)).toBe(1);
  });

  it("is granted three times to a buyer who keeps switching plans, and then to others", async () => {
    const shop = getShop();
    const { code, couponId, buyer } = await reserveSingleUse();
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const tiers = ["premium", "basic", "premium", "basic", "premium"] as const;
      await Promise.all(tiers.map((tier) => shop.createIntent(buyer, tier, code)));
    }
    const payable = (await shop.attempts(buyer)).filter((it) => it.stripePaymentIntentId !== null);
    expect(payable).toHaveLength(3);
    await advance(30);
    await reconcile();
    expect([await usesOf(couponId), await statusForOther(code)]).toEqual([0, 200]);
  });
});
