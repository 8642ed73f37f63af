import { countCouponUses } from "@studbook/db/queries/coupons";
import { describe, expect, it } from "vitest";
import { intentIdOf, partsOf, useShop } from "../../test/payment-shop.ts";
import { reserveSingleUseCoupon } from "../../test/single-use-coupon.ts";
import { reconcilePayments } from "../payments/reconcile-payments.ts";

const MINUTE_MS = 60_000;

const getShop = useShop();

const reconcile = () => reconcilePayments(partsOf(getShop()));
const advanceMinutes = (minutes: number) => getShop().test.advance(minutes * MINUTE_MS);
const usesOf = (couponId: string) => countCouponUses(getShop().db, couponId);

describe("a coupon reservation", () => {
  it("is kept if the buyer returns before it expires, and renewed with a new intent after that", async () => {
    const shop = getShop();
    const { code, couponId, buyer, intentId } = await reserveSingleUseCoupon(shop);
    await advanceMinutes(29);
    expect(intentIdOf(await shop.createIntent(buyer, "basic", code))).toBe(intentId);
    await advanceMinutes(1);
    const again = await shop.createIntent(buyer, "basic", code);
    expect(again).toMatchObject({ status: 200, json: { amount: 1450 } });
    expect(intentIdOf(again)).not.toBe(intentId);
    expect((await shop.stripe.paymentIntents.retrieve(intentId)).status).toBe("canceled");
    expect(await usesOf(couponId)).toBe(1);
    await advanceMinutes(29);
    await reconcile();
    expect(intentIdOf(await shop.createIntent(buyer, "basic", code))).toBe(intentIdOf(again));
  });

  it("can be renewed twice in 24 hours; after that the buyer can pay only without the coupon", async () => {
    const shop = getShop();
    const { code, couponId, buyer } = await reserveSingleUseCoupon(shop);
    for (const status of [200, 200, 409]) {
      await advanceMinutes(30);
      expect((await shop.createIntent(buyer, "basic", code)).status).toBe(status);
    }
    const refused = await shop.createIntent(buyer, "premium", code);
    expect(refused).toMatchObject({ status: 409, json: { code: "COUPON_USED" } });
    expect(await usesOf(couponId)).toBe(1);
    await reconcile();
    expect(await usesOf(couponId)).toBe(0);
    expect((await shop.createIntent(buyer, "basic")).json).toMatchObject({ amount: 2900 });
    await advanceMinutes(24 * 60 - 90);
    expect((await shop.createIntent(buyer, "basic", code)).status).toBe(200);
  });

  it("can be renewed any number of times if the coupon has no limit", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    for (let n = 0; n < 5; n++) {
      expect((await shop.createIntent(buyer, "basic", "NewStud")).status).toBe(200);
      await advanceMinutes(30);
    }
  });

  it("does not count toward the daily limit if Stripe fails to create the intent", async () => {
    const shop = getShop();
    const { code, buyer } = await reserveSingleUseCoupon(shop);
    await advanceMinutes(30);
    const path = "/v1/payment_intents";
    for (let n = 0; n < 3; n++) {
      await shop.controls.fault({ method: "POST", path, kind: "error", status: 500, times: 2 });
      expect((await shop.createIntent(buyer, "basic", code)).status).toBe(502);
    }
    expect((await shop.createIntent(buyer, "basic", code)).status).toBe(200);
  });
});
