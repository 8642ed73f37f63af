import { randomUUID } from "node:crypto";
import { countCouponUses } from "@studbook/db/queries/coupons";
import { insertAttempt } from "@studbook/db/queries/payment-attempts";
import pino from "pino";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Customer, intentIdOf, useShop } from "../../test/payment-shop.ts";
import { RACE_ROUNDS } from "../../test/test-app.ts";
import { openPayments } from "../payments/payment-parts.ts";
import { reconcilePayments } from "../payments/reconcile.ts";

const MINUTE_MS = 60_000;
const BUYERS = 50;

const shopOf = useShop({ poolSize: 20 });
beforeAll(async () => {
  // On a cold pool connections come one by one, and what races does not meet.
  await Promise.all(Array.from({ length: 60 }, () => shopOf().app.inject("/api/ads")));
});

function reconcile(): Promise<number> {
  const { db, stripe } = shopOf();
  const logger = pino({ level: "silent" });
  return reconcilePayments(openPayments({ db, stripe, logger, enqueue: async () => undefined }));
}

/** A coupon for a single use, reserved by a buyer. */
async function reserved() {
  const shop = shopOf();
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

const after = (minutes: number) => shopOf().test.advance(minutes * MINUTE_MS);
const usesOf = (couponId: string) => countCouponUses(shopOf().db, couponId);
const statusOf = async (intentId: string) =>
  (await shopOf().stripe.paymentIntents.retrieve(intentId)).status;
const attemptsOf = async (buyer: Customer) =>
  (await shopOf().attempts(buyer)).map(({ status }) => status);
/** What another buyer is answered who asks for the coupon. */
const statusForOther = async (code: string) =>
  (await shopOf().createIntent(await shopOf().customer(), "basic", code)).status;

describe("a coupon's reservation", () => {
  it("ends after 30 minutes: the intent is canceled, and the coupon is free for others", async () => {
    const { code, couponId, buyer, intentId } = await reserved();
    await after(29);
    await reconcile();
    expect([await statusOf(intentId), await usesOf(couponId)]).toEqual([
      "requires_payment_method",
      1,
    ]);
    expect(await statusForOther(code)).toBe(409);
    await after(1);
    await reconcile();
    expect([await statusOf(intentId), await usesOf(couponId)]).toEqual(["canceled", 0]);
    expect(await attemptsOf(buyer)).toEqual(["canceled"]);
    await expect(shopOf().charge(intentId)).rejects.toThrow();
    expect(await statusForOther(code)).toBe(200);
  });

  it("does not end a payment without a coupon", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    const intentId = intentIdOf(await shop.createIntent(buyer, "basic"));
    await after(31);
    await reconcile();
    expect(await statusOf(intentId)).toBe("requires_payment_method");
    expect(await attemptsOf(buyer)).toEqual(["open"]);
  });

  it("counts as used if the payment succeeded without a confirmation or webhook", async () => {
    const { code, couponId, buyer, intentId } = await reserved();
    await shopOf().charge(intentId);
    await after(31);
    await reconcile();
    expect(await shopOf().membership(buyer)).toMatch(/^basic/);
    expect([await usesOf(couponId), await statusForOther(code)]).toEqual([1, 409]);
  });

  it("ends while the bank waits for the buyer", async () => {
    const { couponId, buyer, intentId } = await reserved();
    await shopOf().charge(intentId, "pm_card_authenticationRequired");
    expect(await statusOf(intentId)).toBe("requires_action");
    await after(31);
    await reconcile();
    expect([await statusOf(intentId), await usesOf(couponId)]).toEqual(["canceled", 0]);
    expect(await attemptsOf(buyer)).toEqual(["canceled"]);
  });

  it("lasts while the payment is being processed, whatever comes of it", async () => {
    for (const isPaid of [true, false]) {
      const shop = shopOf();
      const { code, couponId, intentId } = await reserved();
      const { paymentIntents } = shop.stripe;
      const retrieve = paymentIntents.retrieve.bind(paymentIntents);
      const spy = vi.spyOn(paymentIntents, "retrieve").mockImplementation(async (...args) => {
        const intent = await retrieve(...args);
        return intent.id === intentId ? { ...intent, status: "processing" } : intent;
      });
      onTestFinished(() => spy.mockRestore());
      await after(31);
      expect(await reconcile()).toBe(0);
      expect([await usesOf(couponId), await statusForOther(code)]).toEqual([1, 409]);
      spy.mockRestore();
      if (isPaid) await shop.charge(intentId);
      await reconcile();
      expect(await usesOf(couponId)).toBe(isPaid ? 1 : 0);
    }
  });

  it.each([
    ["is away", { kind: "answer", status: 500, times: 2 }],
    ["cuts the connection after it has canceled", { kind: "drop", when: "after", times: 2 }],
  ] as const)("lasts while the provider %s, and ends later", async (_what, fault) => {
    const { code, couponId, intentId } = await reserved();
    await after(31);
    const path = `/v1/payment_intents/${intentId}/cancel`;
    await shopOf().controls.fault({ method: "POST", path, ...fault });
    await reconcile();
    expect([await usesOf(couponId), await statusForOther(code)]).toEqual([1, 409]);
    await reconcile();
    expect([await usesOf(couponId), await statusForOther(code)]).toEqual([0, 200]);
    expect(await statusOf(intentId)).toBe("canceled");
  });

  it("ends for a checkout that was cut off before it had an intent", async () => {
    const shop = shopOf();
    const { code, couponId, buyer } = await reserved();
    await after(31);
    await reconcile();
    await shop.db.transaction().execute(async (tx) => {
      const order = { userId: buyer.id, membershipTier: "basic", couponId, amount: 1450 } as const;
      const { id: attemptId } = await insertAttempt(tx, order);
      const reservation = { couponId, userId: buyer.id, attemptId };
      await tx.insertInto("couponRedemptions").values(reservation).execute();
    });
    expect(await statusForOther(code)).toBe(409);
    await after(31);
    await reconcile();
    expect([await usesOf(couponId), await statusForOther(code)]).toEqual([0, 200]);
  });

  it("begins anew for a buyer who comes back, with a new payment", async () => {
    const shop = shopOf();
    const { code, couponId, buyer, intentId } = await reserved();
    await after(29);
    expect(intentIdOf(await shop.createIntent(buyer, "basic", code))).toBe(intentId);
    await after(1);
    const again = await shop.createIntent(buyer, "basic", code);
    expect(again).toMatchObject({ status: 200, json: { amount: 1450 } });
    expect(intentIdOf(again)).not.toBe(intentId);
    expect([await statusOf(intentId), await usesOf(couponId)]).toEqual(["canceled", 1]);
    await after(29);
    await reconcile();
    expect(intentIdOf(await shop.createIntent(buyer, "basic", code))).toBe(intentIdOf(again));
  });

  it("begins anew twice a day; then the coupon is for others, and the payment without it stays possible", async () => {
    const shop = shopOf();
    const { code, couponId, buyer } = await reserved();
    for (const status of [200, 200, 409]) {
      await after(30);
      expect((await shop.createIntent(buyer, "basic", code)).status).toBe(status);
    }
    const refused = await shop.createIntent(buyer, "premium", code);
    expect(refused).toMatchObject({ status: 409, json: { code: "COUPON_USED" } });
    expect(await usesOf(couponId)).toBe(1);
    await reconcile();
    expect(await usesOf(couponId)).toBe(0);
    expect((await shop.createIntent(buyer, "basic")).json).toMatchObject({ amount: 2900 });
    await after(24 * 60 - 90);
    expect((await shop.createIntent(buyer, "basic", code)).status).toBe(200);
  });

  it("begins anew at any time if the coupon has no limit", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    for (let n = 0; n < 5; n++) {
      expect((await shop.createIntent(buyer, "basic", "NewStud")).status).toBe(200);
      await after(30);
    }
  });

  it("is not counted if the provider failed to prepare its payment", async () => {
    const shop = shopOf();
    const { code, buyer } = await reserved();
    await after(30);
    const path = "/v1/payment_intents";
    for (let n = 0; n < 3; n++) {
      await shop.controls.fault({ method: "POST", path, kind: "answer", status: 500, times: 2 });
      expect((await shop.createIntent(buyer, "basic", code)).status).toBe(502);
    }
    expect((await shop.createIntent(buyer, "basic", code)).status).toBe(200);
  });
});

describe("when a reservation ends while others are at it", () => {
  it("a payment in the same moment either uses the coupon or is refused", async () => {
    const shop = shopOf();
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { couponId, buyer, intentId } = await reserved();
      await after(31);
      const [charged] = await Promise.allSettled([shop.charge(intentId), reconcile()]);
      await reconcile();
      const isPaid = charged.status === "fulfilled";
      expect(await statusOf(intentId)).toBe(isPaid ? "succeeded" : "canceled");
      expect(await attemptsOf(buyer)).toEqual([isPaid ? "succeeded" : "canceled"]);
      expect(await usesOf(couponId)).toBe(isPaid ? 1 : 0);
    }
  });

  it("its single use goes to at most one of 50 buyers, and to one in the end", async () => {
    const shop = shopOf();
    const { code, couponId, intentId } = await reserved();
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => shop.customer()));
    await after(31);
    const [, , ...answers] = await Promise.all([
      reconcile(),
      reconcile(),
      ...buyers.map((buyer) => shop.createIntent(buyer, "basic", code)),
    ]);
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners.length).toBeLessThanOrEqual(1);
    expect(await usesOf(couponId)).toBe(winners.length);
    expect(await statusOf(intentId)).toBe("canceled");
    const later = await Promise.all(buyers.map((buyer) => shop.createIntent(buyer, "basic", code)));
    expect(later.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await usesOf(couponId)).toBe(1);
  });

  it("a buyer who asks for both plans again and again reserves it three times, and then others get it", async () => {
    const shop = shopOf();
    const { code, couponId, buyer } = await reserved();
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const tiers = ["premium", "basic", "premium", "basic", "premium"] as const;
      await Promise.all(tiers.map((tier) => shop.createIntent(buyer, tier, code)));
    }
    const payable = (await shop.attempts(buyer)).filter((it) => it.stripePaymentIntentId !== null);
    expect(payable).toHaveLength(3);
    await after(30);
    await reconcile();
    expect([await usesOf(couponId), await statusForOther(code)]).toEqual([0, 200]);
  });
});
