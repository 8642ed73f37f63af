import { countCouponUses } from "@studbook/db/queries/coupons";
import { insertAttempt } from "@studbook/db/queries/payment-attempts";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Customer, intentIdOf, partsOf, useShop } from "../../test/payment-shop.ts";
import { reserveSingleUseCoupon } from "../../test/single-use-coupon.ts";
import { RACE_ROUNDS } from "../../test/test-app.ts";
import { reconcilePayments } from "../payments/reconcile-payments.ts";

const MINUTE_MS = 60_000;

const getShop = useShop({ poolSize: 20 });
beforeAll(async () => {
  // With a cold pool the connections open one by one, so concurrent calls would not overlap.
  await Promise.all(Array.from({ length: 60 }, () => getShop().app.inject("/api/ads")));
});

const reconcile = () => reconcilePayments(partsOf(getShop()));

const advanceMinutes = (minutes: number) => getShop().test.advance(minutes * MINUTE_MS);
const usesOf = (couponId: string) => countCouponUses(getShop().db, couponId);
const statusOf = async (intentId: string) =>
  (await getShop().stripe.paymentIntents.retrieve(intentId)).status;
const attemptsOf = async (buyer: Customer) =>
  (await getShop().attempts(buyer)).map(({ status }) => status);
/** Starts another buyer's checkout with the coupon, which reserves it if possible. Returns the HTTP status. */
const checkOutAsAnotherBuyer = async (code: string) =>
  (await getShop().createIntent(await getShop().customer(), "basic", code)).status;

describe("a coupon reservation", () => {
  it("expires after 30 minutes: the intent is canceled, and others can use the coupon", async () => {
    const { code, couponId, buyer, intentId } = await reserveSingleUseCoupon(getShop());
    await advanceMinutes(29);
    await reconcile();
    expect(await statusOf(intentId)).toBe("requires_payment_method");
    expect(await usesOf(couponId)).toBe(1);
    expect(await checkOutAsAnotherBuyer(code)).toBe(409);
    await advanceMinutes(1);
    await reconcile();
    expect(await statusOf(intentId)).toBe("canceled");
    expect(await usesOf(couponId)).toBe(0);
    expect(await attemptsOf(buyer)).toEqual(["canceled"]);
    await expect(getShop().charge(intentId)).rejects.toThrow();
    expect(await checkOutAsAnotherBuyer(code)).toBe(200);
  });

  it("does not cancel a payment that has no coupon", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const intentId = intentIdOf(await shop.createIntent(buyer, "basic"));
    await advanceMinutes(31);
    await reconcile();
    expect(await statusOf(intentId)).toBe("requires_payment_method");
    expect(await attemptsOf(buyer)).toEqual(["open"]);
  });

  it("becomes a use if the payment succeeded, even without a confirmation or webhook", async () => {
    const { code, couponId, buyer, intentId } = await reserveSingleUseCoupon(getShop());
    await getShop().charge(intentId);
    await advanceMinutes(31);
    await reconcile();
    expect(await getShop().membership(buyer)).toMatch(/^basic/);
    expect(await usesOf(couponId)).toBe(1);
    expect(await checkOutAsAnotherBuyer(code)).toBe(409);
  });

  it("expires while the buyer has not completed 3-D Secure", async () => {
    const { couponId, buyer, intentId } = await reserveSingleUseCoupon(getShop());
    await getShop().charge(intentId, "pm_card_authenticationRequired");
    expect(await statusOf(intentId)).toBe("requires_action");
    await advanceMinutes(31);
    await reconcile();
    expect(await statusOf(intentId)).toBe("canceled");
    expect(await usesOf(couponId)).toBe(0);
    expect(await attemptsOf(buyer)).toEqual(["canceled"]);
  });

  it.each([
    ["paid", 1],
    ["not paid", 0],
  ])(
    "does not expire while the payment is processing, then becomes a use only if it is paid (%s)",
    async (outcome, uses) => {
      const shop = getShop();
      const { code, couponId, intentId } = await reserveSingleUseCoupon(getShop());
      const { paymentIntents } = shop.stripe;
      const retrieve = paymentIntents.retrieve.bind(paymentIntents);
      const spy = vi.spyOn(paymentIntents, "retrieve").mockImplementation(async (...args) => {
        const intent = await retrieve(...args);
        return intent.id === intentId ? { ...intent, status: "processing" } : intent;
      });
      onTestFinished(() => spy.mockRestore());
      await advanceMinutes(31);
      expect(await reconcile()).toBe(0);
      expect(await usesOf(couponId)).toBe(1);
      expect(await checkOutAsAnotherBuyer(code)).toBe(409);
      spy.mockRestore();
      if (outcome === "paid") await shop.charge(intentId);
      await reconcile();
      expect(await usesOf(couponId)).toBe(uses);
    },
  );

  it.each([
    ["returns an error", { kind: "error", status: 500, times: 2 }],
    ["drops the connection after canceling", { kind: "drop", when: "after", times: 2 }],
  ] as const)("remains if Stripe %s, and expires in the next run", async (_what, fault) => {
    const { code, couponId, intentId } = await reserveSingleUseCoupon(getShop());
    await advanceMinutes(31);
    const path = `/v1/payment_intents/${intentId}/cancel`;
    await getShop().controls.fault({ method: "POST", path, ...fault });
    await reconcile();
    expect(await usesOf(couponId)).toBe(1);
    expect(await checkOutAsAnotherBuyer(code)).toBe(409);
    await reconcile();
    expect(await usesOf(couponId)).toBe(0);
    expect(await checkOutAsAnotherBuyer(code)).toBe(200);
    expect(await statusOf(intentId)).toBe("canceled");
  });

  it("expires if the checkout was interrupted before its intent was created", async () => {
    const shop = getShop();
    const { code, couponId, buyer } = await reserveSingleUseCoupon(getShop());
    await advanceMinutes(31);
    await reconcile();
    await shop.db.transaction().execute(async (tx) => {
      const order = { userId: buyer.id, membershipTier: "basic", couponId, amount: 1450 } as const;
      const { id: attemptId } = await insertAttempt(tx, order);
      const reservation = { couponId, userId: buyer.id, attemptId };
      await tx.insertInto("couponRedemptions").values(reservation).execute();
    });
    expect(await checkOutAsAnotherBuyer(code)).toBe(409);
    await advanceMinutes(31);
    await reconcile();
    expect(await usesOf(couponId)).toBe(0);
    expect(await checkOutAsAnotherBuyer(code)).toBe(200);
  });
});

describe("a reservation that expires during concurrent calls", () => {
  it("either becomes a use, or is released and the concurrent payment fails", async () => {
    const shop = getShop();
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { couponId, buyer, intentId } = await reserveSingleUseCoupon(getShop());
      await advanceMinutes(31);
      const [charged] = await Promise.allSettled([shop.charge(intentId), reconcile()]);
      await reconcile();
      const isPaid = charged.status === "fulfilled";
      expect(await statusOf(intentId)).toBe(isPaid ? "succeeded" : "canceled");
      expect(await attemptsOf(buyer)).toEqual([isPaid ? "succeeded" : "canceled"]);
      expect(await usesOf(couponId)).toBe(isPaid ? 1 : 0);
    }
  });

  it("frees the coupon for at most one of 50 concurrent buyers, and for exactly one when they retry", async () => {
    const shop = getShop();
    const { code, couponId, intentId } = await reserveSingleUseCoupon(getShop());
    const buyers = await Promise.all(Array.from({ length: 50 }, () => shop.customer()));
    await advanceMinutes(31);
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

  it("is renewed at most twice for a buyer who keeps switching plans, and then expires", async () => {
    const shop = getShop();
    const { code, couponId, buyer } = await reserveSingleUseCoupon(getShop());
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const tiers = ["premium", "basic", "premium", "basic", "premium"] as const;
      await Promise.all(tiers.map((tier) => shop.createIntent(buyer, tier, code)));
    }
    const payable = (await shop.attempts(buyer)).filter(
      ({ stripePaymentIntentId }) => stripePaymentIntentId !== null,
    );
    expect(payable).toHaveLength(3);
    await advanceMinutes(30);
    await reconcile();
    expect(await usesOf(couponId)).toBe(0);
    expect(await checkOutAsAnotherBuyer(code)).toBe(200);
  });
});
