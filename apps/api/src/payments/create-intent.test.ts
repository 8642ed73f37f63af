import { describe, expect, it } from "vitest";
import { intentIdOf, useShop } from "../../test/payment-shop.ts";

const getShop = useShop();

describe("payments.createIntent", () => {
  it.each([
    ["basic", undefined, 2900, false, null],
    ["premium", undefined, 5900, false, null],
    ["basic", "", 2900, false, null],
    ["basic", "NewStud", 1450, false, "NewStud"],
    ["premium", " launch ", 2950, false, "Launch"],
    ["basic", "start2025", 50, true, "START2025"],
    ["premium", "START2025", 59, false, "START2025"],
  ] as const)(
    "prices %s with the coupon code %j at %i cents",
    async (tier, code, amount, minimum, coupon) => {
      const shop = getShop();
      const buyer = await shop.customer();
      const response = await shop.createIntent(buyer, tier, code);
      expect(response.status).toBe(200);
      expect(response.json).toMatchObject({ amount, minimumApplied: minimum });
      expect(response.json.coupon).toEqual(
        coupon === null ? null : expect.objectContaining({ code: coupon }),
      );
      const [attempt] = await shop.attempts(buyer);
      const intent = await shop.stripe.paymentIntents.retrieve(intentIdOf(response));
      expect(response.json.paymentIntentId).toBe(intent.id);
      expect(intent).toMatchObject({
        amount,
        currency: "usd",
        payment_method_types: ["card"],
        statement_descriptor_suffix: "STUDBOOK",
        metadata: { userId: buyer.id, tier, attemptId: attempt?.id, ...(coupon && { coupon }) },
      });
      expect(attempt).toMatchObject({ status: "open", amount, stripePaymentIntentId: intent.id });
      expect(await shop.payments(buyer)).toEqual([]);
    },
  );

  it("returns the same intent however often it is called", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const first = await shop.createIntent(buyer, "basic");
    const again = await shop.createIntent(buyer, "basic");
    expect(again.json).toEqual(first.json);
    const many = await Promise.all(
      Array.from({ length: 10 }, () => shop.createIntent(buyer, "basic")),
    );
    for (const { json } of many) expect(json).toEqual(first.json);
    expect(await shop.attempts(buyer)).toHaveLength(1);
  });

  it("returns the same intent to concurrent first calls", async () => {
    const shop = getShop();
    for (let round = 0; round < 10; round++) {
      const buyer = await shop.customer();
      const responses = await Promise.all([1, 2, 3].map(() => shop.createIntent(buyer, "premium")));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(responses.map(intentIdOf)).size).toBe(1);
      expect(await shop.attempts(buyer)).toHaveLength(1);
    }
  });

  it("creates a new intent for another tier or coupon and cancels the old one", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const basic = intentIdOf(await shop.createIntent(buyer, "basic"));
    const premium = intentIdOf(await shop.createIntent(buyer, "premium"));
    const reduced = intentIdOf(await shop.createIntent(buyer, "premium", "Launch"));
    expect(new Set([basic, premium, reduced]).size).toBe(3);
    for (const old of [basic, premium]) {
      expect((await shop.stripe.paymentIntents.retrieve(old)).status).toBe("canceled");
    }
    const attempts = await shop.attempts(buyer);
    expect(attempts.map(({ status }) => status)).toEqual(["canceled", "canceled", "open"]);
  });

  it("activates an intent that was paid in another tab instead of replacing it", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    await shop.chargedIntent(buyer, "premium");
    const again = await shop.createIntent(buyer, "premium");
    expect(again).toMatchObject({ status: 409, json: { code: "PURCHASE_REFUSED" } });
    expect(again.json.error).toMatch(
      /^Your Premium membership is active until .* You can renew it starting/,
    );
    expect(await shop.payments(buyer)).toMatchObject([{ status: "succeeded", amount: 5900 }]);
    const other = await shop.customer();
    await shop.chargedIntent(other, "premium");
    expect((await shop.createIntent(other, "basic")).json.error).toMatch(
      /Premium membership is active/,
    );
    expect(await shop.payments(other)).toHaveLength(1);
  });

  it("creates a new intent if Stripe canceled the old one or does not know it", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const first = intentIdOf(await shop.createIntent(buyer, "basic"));
    await shop.stripe.paymentIntents.cancel(first);
    const second = intentIdOf(await shop.createIntent(buyer, "basic"));
    expect(second).not.toBe(first);
    await shop.db
      .updateTable("paymentAttempts")
      .set({ stripePaymentIntentId: "pi_of_another_account" })
      .where("stripePaymentIntentId", "=", second)
      .execute();
    expect((await shop.createIntent(buyer, "basic")).status).toBe(200);
    const statuses = (await shop.attempts(buyer)).map(({ status }) => status);
    expect(statuses).toEqual(["canceled", "canceled", "open"]);
  });

  it.each([
    ["an amount", { membershipTier: "basic", amount: 50 }, "amount"],
    ["a user", { membershipTier: "basic", userId: "x" }, "userId"],
    ["an unknown tier", { membershipTier: "gold" }, "membershipTier"],
    ["no tier", {}, "membershipTier"],
    ["a coupon that is not a string", { membershipTier: "basic", couponCode: 5 }, "couponCode"],
  ])("refuses %s in the input", async (_what, body, path) => {
    const shop = getShop();
    const buyer = await shop.customer();
    const response = await shop.post(buyer.cookie, "/api/create-payment-intent", body);
    expect(response.status).toBe(400);
    expect(response.json).toMatchObject({ code: "BAD_REQUEST", issues: [{ path }] });
    expect(await shop.attempts(buyer)).toEqual([]);
  });
});
