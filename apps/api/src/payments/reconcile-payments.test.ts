import pino from "pino";
import { describe, expect, it } from "vitest";
import { intentIdOf, partsOf, useShop } from "../../test/payment-shop.ts";
import { QueueClock } from "../../test/queue-clock.ts";
import { createBoss } from "../jobs/boss.ts";
import { runJobs } from "../jobs/run-jobs.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { listPaymentJobs } from "./payment-jobs.ts";
import { reconcilePayments } from "./reconcile-payments.ts";

const HOUR_MS = 3_600_000;
const logger = pino({ level: "silent" });

const getShop = useShop();

const reconcile = () => reconcilePayments(partsOf(getShop()));

describe("without webhooks and confirmations, reconciliation", () => {
  it("activates a paid membership once", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    await shop.chargedIntent(buyer, "premium");
    await Promise.all([reconcile(), reconcile(), reconcile()]);
    expect(await shop.membership(buyer)).toMatch(/^premium until/);
    expect(await shop.payments(buyer)).toHaveLength(1);
    const [before] = await shop.payments(buyer);
    expect(await reconcile()).toBe(0);
    expect(await shop.payments(buyer)).toEqual([before]);
  });

  it("keeps an attempt that may still be paid", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const before = await shop.createIntent(buyer, "basic");
    expect(await reconcile()).toBe(0);
    expect((await shop.createIntent(buyer, "basic")).json).toEqual(before.json);
  });

  it("applies refunds and disputes", async () => {
    const shop = getShop();
    const refunded = await shop.customer();
    const disputed = await shop.customer();
    const paid = await shop.buy(refunded, "basic");
    const contested = await shop.buy(disputed, "premium");
    await shop.stripe.refunds.create({ payment_intent: paid });
    await shop.controls.openDispute({ payment_intent: contested });
    expect(await reconcile()).toBe(2);
    expect(await shop.membership(refunded)).toBe("none");
    expect(await shop.payments(disputed)).toMatchObject([{ status: "disputed" }]);
    expect(await reconcile()).toBe(0);
  });

  it("closes the attempt of a canceled intent", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const intentId = intentIdOf(await shop.createIntent(buyer, "basic", "Launch"));
    await shop.stripe.paymentIntents.cancel(intentId);
    expect(await reconcile()).toBe(1);
    expect(await shop.attempts(buyer)).toMatchObject([{ status: "canceled" }]);
  });

  it("cancels an attempt after a day unless it was paid", async () => {
    const shop = getShop();
    const abandoned = await shop.customer();
    const paid = await shop.customer();
    const intentId = intentIdOf(await shop.createIntent(abandoned, "basic"));
    await shop.chargedIntent(paid, "basic");
    await shop.test.advance(23 * HOUR_MS);
    await reconcile();
    expect(await shop.attempts(abandoned)).toMatchObject([{ status: "open" }]);
    expect(await shop.attempts(paid)).toMatchObject([{ status: "succeeded" }]);
    await shop.test.advance(HOUR_MS);
    await reconcile();
    expect(await shop.attempts(abandoned)).toMatchObject([{ status: "canceled" }]);
    expect((await shop.stripe.paymentIntents.retrieve(intentId)).status).toBe("canceled");
  });

  it("closes an attempt that was interrupted before it had an intent", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    await shop.controls.fault({
      method: "POST",
      path: "/v1/payment_intents",
      kind: "drop",
      times: 2,
    });
    expect((await shop.createIntent(buyer, "basic")).status).toBe(502);
    await reconcile();
    expect(await shop.attempts(buyer)).toMatchObject([{ status: "open" }]);
    await shop.test.advance(2 * HOUR_MS);
    await reconcile();
    expect(await shop.attempts(buyer)).toMatchObject([{ status: "canceled" }]);
  });

  it("continues with the other attempts when one fails", async () => {
    const shop = getShop();
    const first = await shop.customer();
    const second = await shop.customer();
    const stuck = await shop.chargedIntent(first, "basic");
    await shop.chargedIntent(second, "basic");
    const path = `/v1/payment_intents/${stuck}`;
    await shop.controls.fault({ method: "GET", path, kind: "error", status: 500, times: 2 });
    await reconcile();
    expect(await shop.membership(first)).toBe("none");
    expect(await shop.membership(second)).toMatch(/^basic/);
    await reconcile();
    expect(await shop.membership(first)).toMatch(/^basic/);
  });

  it("starts the Basic year that outlasts a concurrent Premium year", async () => {
    const shop = getShop();
    const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
    await shop.test.setNow(day("2027-01-01"));
    const buyer = await shop.customer();
    const premium = await shop.buy(buyer, "premium");
    const dispute = await shop.controls.openDispute({ payment_intent: premium });
    for (const event of await shop.events(premium)) await shop.send(event);
    await shop.test.setNow(day("2027-01-05"));
    await shop.buy(buyer, "basic");
    await shop.controls.closeDispute(dispute, "won");
    for (const event of await shop.events(premium)) await shop.send(event);
    expect(await shop.membership(buyer)).toBe("premium until 2028-01-01");
    await shop.test.setNow(day("2028-01-01"));
    await reconcile();
    expect(await shop.membership(buyer)).toBe("basic until 2028-01-05");
    await shop.test.setNow(null);
  });
});

describe("the reconciliation job", () => {
  it("runs when a server starts and then every two minutes", async () => {
    const shop = getShop();
    await prepareDatabase(shop.test);
    const clock = new QueueClock(() => shop.test, "2026-05-01T10:00:30Z");
    const early = await shop.customer();
    const late = await shop.customer();
    await shop.chargedIntent(early, "basic");
    const jobs = listPaymentJobs(partsOf(shop));
    const running = await runJobs({
      boss: createBoss({ url: shop.test.url, logger, clock }),
      jobs,
      logger,
    });
    try {
      await expect.poll(() => shop.membership(early)).toMatch(/^basic/);
      await shop.chargedIntent(late, "basic");
      expect(await shop.membership(late)).toBe("none");
      await clock.tick(5 * 60_000);
      await expect.poll(() => shop.membership(late)).toMatch(/^basic/);
    } finally {
      await running.stop();
    }
  });
});
