import { lockUser } from "@studbook/db/queries/users";
import { describe, expect, it } from "vitest";
import { intentIdOf, useShop } from "../../test/payment-shop.ts";

const getShop = useShop();

const UNAVAILABLE = "Payments are temporarily unavailable. Please try again in a moment.";
const CREATE = { method: "POST", path: "/v1/payment_intents" } as const;
const RETRIEVE = { method: "GET", path: "/v1/payment_intents/*" } as const;
const ALWAYS = 4;

async function intentsOf(userId: string) {
  const { stripe } = getShop();
  const all = await stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  return all.filter(({ metadata }) => metadata.userId === userId);
}

describe("a failing Stripe", () => {
  it.each([
    ["responds with 500", { kind: "error", status: 500, times: 2 }],
    [
      "responds with 500 although it has created the intent",
      { kind: "error", status: 500, when: "after", times: 2 },
    ],
    ["keeps returning 429", { kind: "error", status: 429, times: 5 }],
    ["drops the connection before creating the intent", { kind: "drop", times: 2 }],
    ["drops the connection after creating the intent", { kind: "drop", when: "after", times: 2 }],
  ] as const)(
    "causes a clear error within 10 s, and a later call succeeds, if it %s",
    async (_what, fault) => {
      const shop = getShop();
      const buyer = await shop.customer();
      await shop.controls.fault({ ...CREATE, ...fault });
      const failed = await shop.createIntent(buyer, "basic");
      expect([failed.status, failed.json.code, failed.json.error]).toEqual([
        502,
        "PROVIDER_UNAVAILABLE",
        UNAVAILABLE,
      ]);
      expect(failed.ms).toBeLessThan(10_000);
      const retry = async () => (await shop.createIntent(buyer, "basic")).status;
      await expect.poll(retry, { timeout: 30_000 }).toBe(200);

      const intentId = await shop.chargedIntent(buyer, "basic");
      expect((await shop.confirm(buyer, intentId, "basic")).status).toBe(200);
      const charged = (await intentsOf(buyer.id)).filter(({ status }) => status === "succeeded");
      expect(charged.map(({ id }) => id)).toEqual([intentId]);
      expect(await shop.payments(buyer)).toHaveLength(1);
    },
  );

  it("is retried and returns the same intent if it drops the connection once after creating it", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    await shop.controls.fault({ ...CREATE, kind: "drop", when: "after", times: 1 });
    const response = await shop.createIntent(buyer, "premium");
    expect(response.status).toBe(200);
    expect((await intentsOf(buyer.id)).map(({ id }) => id)).toEqual([intentIdOf(response)]);
  });

  it("is retried until it succeeds if it responds with 429 twice", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    await shop.controls.fault({ ...CREATE, kind: "error", status: 429, times: 2 });
    expect((await shop.createIntent(buyer, "basic")).status).toBe(200);
  });

  it("locks no rows, delays no response beyond 10 s and does not slow search down if it hangs for 20 s", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const paying = await shop.customer();
    const intentId = await shop.chargedIntent(paying, "premium");
    const idleMs = await medianSearchMs();
    await shop.controls.fault({ ...CREATE, kind: "delay", ms: 20_000, times: ALWAYS });
    await shop.controls.fault({ ...RETRIEVE, kind: "delay", ms: 20_000, times: 30 });
    const waiting = Promise.all([
      shop.createIntent(buyer, "basic"),
      ...Array.from({ length: 12 }, () => shop.confirm(paying, intentId, "premium")),
    ]);
    for (const { id } of [buyer, paying]) expect(await lockWaitMs(id)).toBeLessThan(1000);
    const busyMs = await medianSearchMs();
    // A call to Stripe inside a transaction would block search's connections for seconds.
    expect(busyMs).toBeLessThan(Math.max(10 * idleMs, 200));
    for (const { status, json, ms } of await waiting) {
      expect([status, json.error]).toEqual([502, UNAVAILABLE]);
      expect(ms).toBeLessThan(10_000);
    }
    expect(await shop.payments(paying)).toEqual([]);
  });
});

/** How long another transaction waits for a user's row, in ms. */
async function lockWaitMs(userId: string): Promise<number> {
  const startedAt = performance.now();
  await getShop()
    .db.transaction()
    .execute((tx) => lockUser(tx, userId));
  return performance.now() - startedAt;
}

async function medianSearchMs(): Promise<number> {
  const { app } = getShop();
  const times: number[] = [];
  for (let n = 0; n < 25; n++) {
    const startedAt = performance.now();
    expect((await app.inject("/api/ads")).statusCode).toBe(200);
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[12] ?? 0;
}
