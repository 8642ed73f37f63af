import { lockUser, setUserActive } from "@studbook/db/queries/users";
import { createAd } from "@studbook/db/test/factories";
import { DAY_MS } from "@studbook/domain/day";
import { describe, expect, it } from "vitest";
import { intentIdOf, useShop } from "../../test/payment-shop.ts";

const getShop = useShop();

const TODAY = new Date("2026-11-21T12:00:00.000Z");

describe("confirming a payment", () => {
  it("activates one year, and returns the same when it is repeated", async () => {
    const shop = getShop();
    await shop.test.setNow(TODAY);
    const buyer = await shop.customer();
    const intentId = await shop.chargedIntent(buyer, "basic", "NewStud");
    const first = await shop.confirm(buyer, intentId, "basic");
    expect(first).toMatchObject({
      status: 200,
      json: { membershipTier: "basic", membershipExpiresAt: "2027-11-21T12:00:00.000Z" },
    });
    await shop.test.advance(60_000);
    const again = await shop.confirm(buyer, intentId, "basic");
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect(await shop.payments(buyer)).toMatchObject([
      {
        status: "succeeded",
        amount: 1450,
        membershipTier: "basic",
        stripePaymentIntentId: intentId,
        periodFrom: TODAY,
        periodTo: new Date("2027-11-21T12:00:00.000Z"),
      },
    ]);
    await shop.test.setNow(null);
  });

  it("responds with 404 for another member's intent, an unknown intent and a malformed ID", async () => {
    const shop = getShop();
    const owner = await shop.customer();
    const other = await shop.customer();
    const intentId = await shop.chargedIntent(owner, "basic");
    for (const id of [intentId, "pi_unknown", "", "x", "pi_\0", "pi_'--", "\ud800"]) {
      const { status, json } = await shop.confirm(other, id, "basic");
      expect([status, json.code]).toEqual([404, "PAYMENT_NOT_FOUND"]);
    }
    expect(await shop.payments(owner)).toEqual([]);
  });

  it("responds with 409 for a tier that was not paid for, and changes nothing", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const intentId = await shop.chargedIntent(buyer, "basic");
    const { status, json } = await shop.confirm(buyer, intentId, "premium");
    expect([status, json.code]).toEqual([409, "TIER_MISMATCH"]);
    expect(json.error).toBe("This payment is for Basic, not for Premium.");
    expect(await shop.membership(buyer)).toBe("none");
  });

  it("responds with 402 before the charge, after a decline and after the intent was canceled", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const intentId = intentIdOf(await shop.createIntent(buyer, "basic"));
    const confirm = async () => (await shop.confirm(buyer, intentId, "basic")).json.code;
    expect(await confirm()).toBe("PAYMENT_NOT_SUCCEEDED");
    await expect(shop.charge(intentId, "pm_card_chargeDeclined")).rejects.toThrow(/declined/);
    expect(await confirm()).toBe("PAYMENT_NOT_SUCCEEDED");
    expect(await shop.payments(buyer)).toMatchObject([{ status: "failed", periodFrom: null }]);
    await shop.stripe.paymentIntents.cancel(intentId);
    expect(await confirm()).toBe("PAYMENT_NOT_SUCCEEDED");
    expect(await shop.attempts(buyer)).toMatchObject([{ status: "canceled" }]);
  });

  it("marks a failed payment as succeeded when a second card is charged", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const intentId = intentIdOf(await shop.createIntent(buyer, "premium"));
    await expect(shop.charge(intentId, "pm_card_chargeDeclined")).rejects.toThrow();
    await shop.confirm(buyer, intentId, "premium");
    await shop.charge(intentId);
    expect((await shop.confirm(buyer, intentId, "premium")).status).toBe(200);
    expect(await shop.payments(buyer)).toMatchObject([{ status: "succeeded", amount: 5900 }]);
  });

  it("refuses unknown fields and an ID that is not a string", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const paymentIntentId = await shop.chargedIntent(buyer, "basic");
    const url = "/api/confirm-membership";
    const withUnknownField = { paymentIntentId, membershipTier: "basic", amount: 1 };
    for (const body of [withUnknownField, { paymentIntentId }, { paymentIntentId: 5 }, {}]) {
      expect((await shop.post(buyer.cookie, url, body)).status).toBe(400);
    }
    expect(await shop.membership(buyer)).toBe("none");
  });
});

describe("a payment that does not match its order", () => {
  it.each([
    ["amount", { amount: 100 }],
    ["tier", { metadata: { tier: "premium" } }],
    ["owner", { metadata: { userId: "somebody" } }],
    ["attempt", { metadata: { attemptId: "another" } }],
  ])("is recorded and refused but activates nothing if its %s differs", async (_what, change) => {
    const shop = getShop();
    const buyer = await shop.customer();
    const intentId = intentIdOf(await shop.createIntent(buyer, "basic"));
    await shop.stripe.paymentIntents.update(intentId, change);
    const charged = await shop.charge(intentId);
    const { status, json } = await shop.confirm(buyer, intentId, "basic");
    expect([status, json.code]).toEqual([409, "PAYMENT_MISMATCH"]);
    expect(json.error).toBe(
      "Your card was charged, but the payment does not match your order. Please contact support at support@example.com.",
    );
    expect(await shop.membership(buyer)).toBe("none");
    expect(await shop.payments(buyer)).toMatchObject([
      { status: "succeeded", amount: charged.amount_received, periodFrom: null },
    ]);
    expect(await shop.attempts(buyer)).toMatchObject([{ status: "rejected" }]);
    expect((await shop.createIntent(buyer, "basic")).json.code).toBe("PAYMENT_MISMATCH");

    await shop.stripe.refunds.create({ payment_intent: intentId });
    for (const event of await shop.events(intentId)) await shop.send(event);
    expect(await shop.payments(buyer)).toMatchObject([{ status: "refunded" }]);
    expect((await shop.createIntent(buyer, "basic")).status).toBe(200);
  });
});

describe("an account that is deactivated during the payment", () => {
  it("gets its membership, which an admin can restore by reactivating the account", async () => {
    const shop = getShop();
    await shop.test.setNow(TODAY);
    const buyer = await shop.customer();
    const intentId = await shop.chargedIntent(buyer, "premium");
    await shop.db.transaction().execute(async (tx) => {
      await lockUser(tx, buyer.id);
      await setUserActive(tx, buyer.id, false);
    });
    expect((await shop.confirm(buyer, intentId, "premium")).status).toBe(401);
    for (const event of await shop.events(intentId)) {
      expect((await shop.send(event)).status).toBe(200);
    }
    expect(await shop.payments(buyer)).toMatchObject([{ status: "succeeded", amount: 5900 }]);
    expect(await shop.membership(buyer)).toBe("premium until 2027-11-21");
    await shop.test.setNow(null);
  });
});

describe("payments.checkout", () => {
  const getCheckout = async (cookie: string, membershipTier: string) => {
    const input = encodeURIComponent(JSON.stringify({ membershipTier }));
    const url = `/trpc/payments.checkout?input=${input}`;
    return (await getShop().app.inject({ url, headers: { cookie } })).json().result.data;
  };

  it("explains a purchase before it is paid, and reports the payment for a day afterwards", async () => {
    const shop = getShop();
    await shop.test.setNow(TODAY);
    const buyer = await shop.customer();
    expect(await getCheckout(buyer.cookie, "basic")).toEqual({
      membershipTier: "basic",
      price: 2900,
      decision: {
        kind: "allowed",
        reason: "first",
        from: "2026-11-21T12:00:00.000Z",
        to: "2027-11-21T12:00:00.000Z",
        carriedOver: { days: 0, extraDays: 0 },
      },
      paid: null,
    });
    await shop.buy(buyer, "basic", "START2025");
    expect(await getCheckout(buyer.cookie, "basic")).toMatchObject({
      decision: { kind: "refused", reason: "too-early" },
      paid: { amount: 50, paidAt: TODAY.toISOString(), expiresAt: "2027-11-21T12:00:00.000Z" },
    });
    await shop.test.setNow(new Date(TODAY.getTime() + DAY_MS));
    expect(await getCheckout(buyer.cookie, "basic")).toMatchObject({
      decision: { kind: "refused", reason: "too-early" },
      paid: null,
    });
    await shop.test.setNow(TODAY);
    for (let n = 0; n < 2; n++) await createAd(shop.db, buyer.id);
    expect(await getCheckout(buyer.cookie, "basic")).toMatchObject({
      decision: { kind: "refused", reason: "too-many-ads" },
      paid: null,
    });
    expect(await getCheckout(buyer.cookie, "premium")).toMatchObject({
      decision: {
        kind: "allowed",
        reason: "upgrade",
        to: "2028-05-18T12:00:00.000Z",
        carriedOver: { days: 365, extraDays: 179 },
      },
      paid: null,
    });
    await shop.buy(buyer, "premium");
    expect(await getCheckout(buyer.cookie, "basic")).toMatchObject({
      decision: { kind: "refused", reason: "premium-active" },
      paid: null,
    });
    await shop.test.setNow(null);
  });
});
