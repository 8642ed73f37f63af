import type { Tier } from "@studbook/domain/plans";
import pino from "pino";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Customer, intentIdOf, useShop } from "../../test/payment-shop.ts";
import { RACE_ROUNDS } from "../../test/test-app.ts";
import { activateMembership } from "./activate-membership.ts";
import { openPayments } from "./payment-parts.ts";

const YEAR_FROM = (from: Date | null) => from && from.getUTCFullYear() + 1;

const shopOf = useShop({ poolSize: 12 });
beforeAll(async () => {
  // On a cold pool connections come one by one, and what races does not meet.
  await Promise.all(Array.from({ length: 50 }, () => shopOf().app.inject("/api/ads")));
});

describe("at once", () => {
  it("20 confirms and 20 webhooks make one payment and one year", async () => {
    const shop = shopOf();
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const buyer = await shop.customer();
      const intentId = await shop.chargedIntent(buyer, "premium");
      const event = (await shop.events(intentId)).find(
        ({ type }) => type === "payment_intent.succeeded",
      );
      const statuses = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const copy = { ...event, id: n % 2 === 0 ? event?.id : `${event?.id}_${n}` };
          const answers = [shop.confirm(buyer, intentId, "premium"), shop.send(copy)];
          return (await Promise.all(answers)).map(({ status }) => status);
        }),
      );
      expect(new Set(statuses.flat())).toEqual(new Set([200]));
      const payments = await shop.payments(buyer);
      expect(payments).toMatchObject([{ status: "succeeded", amount: 5900 }]);
      const [{ periodFrom, periodTo } = { periodFrom: null, periodTo: null }] = payments;
      expect(periodTo?.getUTCFullYear()).toBe(YEAR_FROM(periodFrom));
      expect(await shop.membership(buyer)).toBe(
        `premium until ${periodTo?.toISOString().slice(0, 10)}`,
      );
    }
  });

  it("30 redemptions of a coupon by one user make one", async () => {
    const shop = shopOf();
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const buyer = await shop.customer();
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => shop.createIntent(buyer, "basic", "Launch")),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(intentIdOf)).size).toBe(1);
      expect(await redemptions(buyer.id)).toBe(1);
    }
  });

  it("checkouts of both tiers with and without coupon never leave two payable intents", async () => {
    const shop = shopOf();
    const choices: [Tier, string?][] = [
      ["basic"],
      ["premium"],
      ["basic", "Launch"],
      ["premium", "NewStud"],
    ];
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const buyer = await shop.customer();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) => {
          const [tier, code] = choices[n % choices.length] ?? ["basic"];
          return shop.createIntent(buyer, tier, code);
        }),
      );
      for (const { status } of answers) expect([200, 409, 503]).toContain(status);
      const calm = await shop.createIntent(buyer, "premium");
      expect(calm.status).toBe(200);
      const open = (await shop.attempts(buyer)).filter(({ status }) => status === "open");
      const all = await shop.stripe.paymentIntents
        .list({ limit: 100 })
        .autoPagingToArray({ limit: 5000 });
      const payable = all.filter(
        ({ metadata, status }) => metadata.userId === buyer.id && status !== "canceled",
      );
      expect(payable.map(({ id }) => id)).toEqual([intentIdOf(calm)]);
      expect(open.map((attempt) => attempt.stripePaymentIntentId)).toEqual([intentIdOf(calm)]);
      expect(await redemptions(buyer.id)).toBe(0);
    }
  });

  it("paying and choosing another tier never charges twice, however they meet", async () => {
    const shop = shopOf();
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const buyer = await shop.customer();
      const intentId = intentIdOf(await shop.createIntent(buyer, "basic"));
      const [charge, other] = await Promise.allSettled([
        shop.charge(intentId),
        shop.createIntent(buyer, "premium"),
      ]);
      const status = other.status === "fulfilled" ? other.value.status : 0;
      await expectOnePayable(buyer, { intentId, status, isCharged: charge.status === "fulfilled" });
    }
  });

  it.each([
    ["before", true],
    ["after", false],
  ])("a charge %s the cancel of its intent ends as it should", async (when, isCharged) => {
    const shop = shopOf();
    const buyer = await shop.customer();
    const intentId = intentIdOf(await shop.createIntent(buyer, "basic"));
    const { paymentIntents } = shop.stripe;
    const cancel = paymentIntents.cancel.bind(paymentIntents);
    const charges: PromiseSettledResult<unknown>[] = [];
    const charge = async () => charges.push(...(await Promise.allSettled([shop.charge(intentId)])));
    const spy = vi.spyOn(paymentIntents, "cancel").mockImplementationOnce(async (...args) => {
      if (when === "before") await charge();
      try {
        return await cancel(...args);
      } finally {
        if (when === "after") await charge();
      }
    });
    onTestFinished(() => spy.mockRestore());
    const { status } = await shop.createIntent(buyer, "premium");
    expect(charges.map((charged) => charged.status)).toEqual([
      isCharged ? "fulfilled" : "rejected",
    ]);
    await expectOnePayable(buyer, { intentId, status, isCharged });
  });
});

/** A Basic year just paid can still be upgraded; what may not be is both intents being payable. */
async function expectOnePayable(
  buyer: Customer,
  it: { intentId: string; status: number; isCharged: boolean },
): Promise<void> {
  const shop = shopOf();
  const { intentId, isCharged } = it;
  expect(it.status).toBe(200);
  expect(await shop.payments(buyer)).toHaveLength(isCharged ? 1 : 0);
  expect((await shop.stripe.paymentIntents.retrieve(intentId)).status).toBe(
    isCharged ? "succeeded" : "canceled",
  );
}

describe("what the provider said", () => {
  it("before a refund was written down does not undo it when it arrives later", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    const intentId = await shop.buy(buyer, "premium");
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isFirst = true;
    const slow = openPayments({
      db: shop.db,
      stripe: shop.stripe,
      logger: pino({ level: "silent" }),
      enqueue: async () => undefined,
      async onFailPoint(point) {
        if (point !== "intent-retrieved" || !isFirst) return;
        isFirst = false;
        asked.resolve();
        await released.promise;
      },
    });
    const late = activateMembership(slow, intentId);
    await asked.promise;
    await shop.stripe.refunds.create({ payment_intent: intentId });
    for (const event of await shop.events(intentId)) await shop.send(event);
    expect(await shop.membership(buyer)).toBe("none");
    released.resolve();
    expect(await late).toEqual({ state: "paid", changed: false });
    expect(await shop.payments(buyer)).toMatchObject([{ status: "refunded" }]);
    expect(await shop.membership(buyer)).toBe("none");
  });
});

describe("a coupon", () => {
  it("is used once by a user, and again by others", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    await shop.buy(buyer, "basic", "NewStud");
    const again = await shop.createIntent(buyer, "premium", "newstud");
    expect([again.status, again.json.code]).toEqual([409, "COUPON_USED"]);
    expect((await shop.createIntent(buyer, "premium", "Launch")).status).toBe(200);
    expect((await shop.createIntent(await shop.customer(), "basic", "NewStud")).status).toBe(200);
  });

  it("is free again when its attempt was replaced", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    await shop.createIntent(buyer, "basic", "Launch");
    await shop.createIntent(buyer, "basic");
    expect(await redemptions(buyer.id)).toBe(0);
    expect((await shop.createIntent(buyer, "premium", "Launch")).status).toBe(200);
    expect(await redemptions(buyer.id)).toBe(1);
  });

  it.each([
    ["unknown", "Nobody", 400, "COUPON_INVALID"],
    ["with characters that cannot be stored", "a\0b", 400, "COUPON_INVALID"],
    ["too long", "x".repeat(5000), 400, "COUPON_INVALID"],
    ["switched off", "Off", 400, "COUPON_INVALID"],
    ["ended", "Ended", 400, "COUPON_INVALID"],
    ["not begun", "Later", 400, "COUPON_INVALID"],
    ["used up", "Gone", 409, "COUPON_USED"],
  ])("that is %s is refused and leaves the form as it was", async (_what, code, status, name) => {
    const shop = shopOf();
    await addCoupons();
    const buyer = await shop.customer();
    const before = await shop.createIntent(buyer, "basic");
    const refused = await shop.createIntent(buyer, "basic", code);
    expect([refused.status, refused.json.code]).toEqual([status, name]);
    if (status === 400)
      expect(refused.json.error).toBe("The coupon code you entered is not valid.");
    expect((await shop.createIntent(buyer, "basic")).json).toEqual(before.json);
    expect(await shop.attempts(buyer)).toHaveLength(1);
  });
});

async function redemptions(userId: string): Promise<number> {
  const rows = await shopOf()
    .db.selectFrom("couponRedemptions")
    .select("couponId")
    .where("userId", "=", userId)
    .execute();
  return rows.length;
}

let areAdded = false;
async function addCoupons(): Promise<void> {
  if (areAdded) return;
  areAdded = true;
  const shop = shopOf();
  const hour = 3_600_000;
  const coupon = (code: string) => ({
    code,
    key: code.toLowerCase(),
    description: code,
    percentOff: 10,
  });
  await shop.db
    .insertInto("coupons")
    .values([
      { ...coupon("Off"), active: false },
      { ...coupon("Ended"), endsAt: new Date(Date.now() - hour) },
      { ...coupon("Later"), startsAt: new Date(Date.now() + hour) },
      { ...coupon("Gone"), maxRedemptions: 1 },
    ])
    .execute();
  await shop.buy(await shop.customer(), "basic", "Gone");
}
