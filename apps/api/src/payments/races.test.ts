import { lockUser } from "@studbook/db/queries/users";
import type { Tier } from "@studbook/domain/plans";
import pino from "pino";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Customer, intentIdOf, useShop } from "../../test/payment-shop.ts";
import { RACE_ROUNDS } from "../../test/test-app.ts";
import { activateMembership } from "./activate-membership.ts";
import { openPayments } from "./payment-parts.ts";

const yearAfter = (from: Date | null) => from && from.getUTCFullYear() + 1;

const getShop = useShop({ poolSize: 12 });
beforeAll(async () => {
  // With a cold pool the connections open one by one, so concurrent calls would not overlap.
  await Promise.all(Array.from({ length: 50 }, () => getShop().app.inject("/api/ads")));
});

describe("concurrent calls", () => {
  it("record one payment and one year if 20 confirmations and 20 webhooks arrive", async () => {
    const shop = getShop();
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const buyer = await shop.customer();
      const intentId = await shop.chargedIntent(buyer, "premium");
      const event = (await shop.events(intentId)).find(
        ({ type }) => type === "payment_intent.succeeded",
      );
      const statuses = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const copy = { ...event, id: n % 2 === 0 ? event?.id : `${event?.id}_${n}` };
          const responses = [shop.confirm(buyer, intentId, "premium"), shop.send(copy)];
          return (await Promise.all(responses)).map(({ status }) => status);
        }),
      );
      expect(new Set(statuses.flat())).toEqual(new Set([200]));
      const payments = await shop.payments(buyer);
      expect(payments).toMatchObject([{ status: "succeeded", amount: 5900 }]);
      const [{ periodFrom, periodTo } = { periodFrom: null, periodTo: null }] = payments;
      expect(periodTo?.getUTCFullYear()).toBe(yearAfter(periodFrom));
      expect(await shop.membership(buyer)).toBe(
        `premium until ${periodTo?.toISOString().slice(0, 10)}`,
      );
    }
  });

  it("confirm a payment if the wait for the lock of its event is canceled", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const intentId = await shop.chargedIntent(buyer, "premium");
    const cancelWaits = () =>
      shop.test.run(`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
    const confirming = await shop.test.owner.transaction().execute(async (tx) => {
      await lockUser(tx, buyer.id);
      const confirmation = shop.confirm(buyer, intentId, "premium");
      await expect.poll(cancelWaits).toHaveLength(1);
      return { confirmation };
    });
    expect((await confirming.confirmation).status).toBe(200);
    expect(await shop.payments(buyer)).toHaveLength(1);
  });

  it("redeem a coupon once if one user sends 30 checkouts", async () => {
    const shop = getShop();
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const buyer = await shop.customer();
      const responses = await Promise.all(
        Array.from({ length: 30 }, () => shop.createIntent(buyer, "basic", "Launch")),
      );
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(responses.map(intentIdOf)).size).toBe(1);
      expect(await countRedemptions(buyer.id)).toBe(1);
    }
  });

  it("leave one payable intent if checkouts differ in tier and coupon", async () => {
    const shop = getShop();
    const choices: [Tier, string?][] = [
      ["basic"],
      ["premium"],
      ["basic", "Launch"],
      ["premium", "NewStud"],
    ];
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const buyer = await shop.customer();
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, n) => {
          const [tier, code] = choices[n % choices.length] ?? ["basic"];
          return shop.createIntent(buyer, tier, code);
        }),
      );
      for (const { status } of responses) expect([200, 409, 503]).toContain(status);
      const last = await shop.createIntent(buyer, "premium");
      expect(last.status).toBe(200);
      const open = (await shop.attempts(buyer)).filter(({ status }) => status === "open");
      const all = await shop.stripe.paymentIntents
        .list({ limit: 100 })
        .autoPagingToArray({ limit: 5000 });
      const payable = all.filter(
        ({ metadata, status }) => metadata.userId === buyer.id && status !== "canceled",
      );
      expect(payable.map(({ id }) => id)).toEqual([intentIdOf(last)]);
      expect(open.map((attempt) => attempt.stripePaymentIntentId)).toEqual([intentIdOf(last)]);
      expect(await countRedemptions(buyer.id)).toBe(0);
    }
  });

  it("charge once if the buyer pays and chooses another tier at the same time", async () => {
    const shop = getShop();
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
  ])("settle a charge that happens just %s its intent is canceled", async (when, isCharged) => {
    const shop = getShop();
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

/** A Basic year that was just paid can still be upgraded, but both intents must never be payable. */
async function expectOnePayable(
  buyer: Customer,
  { intentId, status, isCharged }: { intentId: string; status: number; isCharged: boolean },
): Promise<void> {
  const shop = getShop();
  expect(status).toBe(200);
  expect(await shop.payments(buyer)).toHaveLength(isCharged ? 1 : 0);
  expect((await shop.stripe.paymentIntents.retrieve(intentId)).status).toBe(
    isCharged ? "succeeded" : "canceled",
  );
}

describe("an outdated response from Stripe", () => {
  it("does not undo a refund that was stored in the meantime", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const intentId = await shop.buy(buyer, "premium");
    const retrieved = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let isFirst = true;
    const slow = openPayments({
      db: shop.db,
      stripe: shop.stripe,
      logger: pino({ level: "silent" }),
      enqueue: async () => undefined,
      async onFailPoint(point) {
        if (point !== "intent-retrieved" || !isFirst) return;
        isFirst = false;
        retrieved.resolve();
        await released.promise;
      },
    });
    const late = activateMembership(slow, intentId);
    await retrieved.promise;
    await shop.stripe.refunds.create({ payment_intent: intentId });
    for (const event of await shop.events(intentId)) await shop.send(event);
    expect(await shop.membership(buyer)).toBe("none");
    released.resolve();
    expect(await late).toEqual({ state: "paid", changed: false });
    expect(await shop.payments(buyer)).toMatchObject([{ status: "refunded" }]);
    expect(await shop.membership(buyer)).toBe("none");
  });
});

async function countRedemptions(userId: string): Promise<number> {
  const rows = await getShop()
    .db.selectFrom("couponRedemptions")
    .select("couponId")
    .where("userId", "=", userId)
    .execute();
  return rows.length;
}
