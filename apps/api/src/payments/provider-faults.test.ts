import { lockUser } from "@studbook/db/queries/users";
import { describe, expect, it } from "vitest";
import { intentIdOf, useShop } from "../../test/payment-shop.ts";

const shopOf = useShop();

const SENTENCE = "The card provider is not available right now. Please try again in a moment.";
const CREATE = { method: "POST", path: "/v1/payment_intents" } as const;
const RETRIEVE = { method: "GET", path: "/v1/payment_intents/*" } as const;
const ALWAYS = 4;

async function intentsOf(userId: string) {
  const { stripe } = shopOf();
  const all = await stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  return all.filter(({ metadata }) => metadata.userId === userId);
}

describe("a provider in trouble", () => {
  it.each([
    ["answers 500", { kind: "answer", status: 500, times: 2 }],
    [
      "answers 500 although it has made the intent",
      { kind: "answer", status: 500, when: "after", times: 2 },
    ],
    ["keeps answering 429", { kind: "answer", status: 429, times: 5 }],
    ["drops the connection before it has made the intent", { kind: "drop", times: 2 }],
    [
      "drops the connection after it has made the intent",
      { kind: "drop", when: "after", times: 2 },
    ],
  ] as const)(
    "that %s is a clear sentence within 10 s, and the next try works",
    async (_what, fault) => {
      const shop = shopOf();
      const buyer = await shop.customer();
      await shop.controls.fault({ ...CREATE, ...fault });
      const failed = await shop.createIntent(buyer, "basic");
      expect([failed.status, failed.json.code, failed.json.error]).toEqual([
        502,
        "PROVIDER_UNAVAILABLE",
        SENTENCE,
      ]);
      expect(failed.ms).toBeLessThan(10_000);
      await untilItWorks(async () => (await shop.createIntent(buyer, "basic")).status === 200);

      const intentId = await shop.chargedIntent(buyer, "basic");
      expect((await shop.confirm(buyer, intentId, "basic")).status).toBe(200);
      const charged = (await intentsOf(buyer.id)).filter(({ status }) => status === "succeeded");
      expect(charged.map(({ id }) => id)).toEqual([intentId]);
      expect(await shop.payments(buyer)).toHaveLength(1);
    },
  );

  it("that drops the connection once, after it has made the intent, is asked again for the same one", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    await shop.controls.fault({ ...CREATE, kind: "drop", when: "after", times: 1 });
    const answer = await shop.createIntent(buyer, "premium");
    expect(answer.status).toBe(200);
    expect((await intentsOf(buyer.id)).map(({ id }) => id)).toEqual([intentIdOf(answer)]);
  });

  it("that says to slow down a few times is waited for", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    await shop.controls.fault({ ...CREATE, kind: "answer", status: 429, times: 2 });
    expect((await shop.createIntent(buyer, "basic")).status).toBe(200);
  });

  it("that hangs for 20 s holds no row, and holds up neither the answer past 10 s nor anybody's search", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    const paying = await shop.customer();
    const intentId = await shop.chargedIntent(paying, "premium");
    const calm = await medianSearch();
    await shop.controls.fault({ ...CREATE, kind: "delay", ms: 20_000, times: ALWAYS });
    await shop.controls.fault({ ...RETRIEVE, kind: "delay", ms: 20_000, times: 30 });
    const waiting = Promise.all([
      shop.createIntent(buyer, "basic"),
      ...Array.from({ length: 12 }, () => shop.confirm(paying, intentId, "premium")),
    ]);
    for (const { id } of [buyer, paying]) expect(await lockingTime(id)).toBeLessThan(1000);
    const busy = await medianSearch();
    // A provider's call in a transaction would leave search no connection for seconds.
    expect(busy).toBeLessThan(Math.max(10 * calm, 200));
    for (const { status, json, ms } of await waiting) {
      expect([status, json.error]).toEqual([502, SENTENCE]);
      expect(ms).toBeLessThan(10_000);
    }
    expect(await shop.payments(paying)).toEqual([]);
  });
});

/** How long another transaction waits for a user's row, in ms. */
async function lockingTime(userId: string): Promise<number> {
  const begun = performance.now();
  await shopOf()
    .db.transaction()
    .execute((tx) => lockUser(tx, userId));
  return performance.now() - begun;
}

async function medianSearch(): Promise<number> {
  const { app } = shopOf();
  const times: number[] = [];
  for (let n = 0; n < 25; n++) {
    const begun = performance.now();
    expect((await app.inject("/api/ads")).statusCode).toBe(200);
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[12] ?? 0;
}

async function untilItWorks(works: () => Promise<boolean>): Promise<void> {
  await expect.poll(works, { timeout: 30_000 }).toBe(true);
}
