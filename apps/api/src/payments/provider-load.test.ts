import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Customer, intentIdOf, useShop } from "../../test/payment-shop.ts";
import { buildTestApp } from "../../test/test-app.ts";
import { attemptKey } from "../auth/attempt-limits.ts";
import { gates } from "../gate.ts";

const getShop = useShop();

let limited: FastifyInstance;
beforeAll(async () => {
  const { db, config, stripe } = getShop();
  limited = await buildTestApp(db, { config: { ...config, rateLimits: true }, stripe });
});
afterAll(() => limited.close());
afterEach(() => void vi.restoreAllMocks());

/** Calls the server with rate limits from an address. */
async function post({ cookie }: Customer, url: string, payload: object, from = "203.0.113.1") {
  const sent = { method: "POST", url, headers: { cookie }, payload, remoteAddress: from } as const;
  const { statusCode, headers } = await limited.inject(sent);
  return { status: statusCode, retryAfter: Number(headers["retry-after"] ?? 0) };
}

const confirm = (customer: Customer, paymentIntentId: string, from?: string) =>
  post(customer, "/api/confirm-membership", { paymentIntentId, membershipTier: "basic" }, from);

const prepare = (customer: Customer, membershipTier: string, from?: string) =>
  post(customer, "/api/create-payment-intent", { membershipTier }, from);

/** Records `n` attempts of a kind by a user or from an address. */
async function recordAttempts(kind: string, subject: string, n: number): Promise<void> {
  const endsAt = new Date(Date.now() + 600_000);
  await getShop()
    .db.insertInto("tries")
    .values({ key: attemptKey(kind, [subject]), n, endsAt })
    .execute();
}

describe("confirming a payment that has not succeeded", () => {
  it("is limited to 60 attempts in 15 minutes per member, which share calls to Stripe", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const intentId = intentIdOf(await shop.createIntent(buyer, "basic"));
    const retrieve = vi.spyOn(shop.stripe.paymentIntents, "retrieve");
    const startedAt = performance.now();
    const responses = await Promise.all(Array.from({ length: 61 }, () => confirm(buyer, intentId)));
    const seconds = (performance.now() - startedAt) / 1000;
    const refused = responses.filter(({ status }) => status !== 402);
    expect(refused).toEqual([{ status: 429, retryAfter: expect.any(Number) }]);
    expect(refused[0]?.retryAfter).toBeGreaterThan(800);
    // One immediately, and one per second.
    expect(retrieve.mock.calls.length).toBeLessThanOrEqual(1 + Math.ceil(seconds));
  });

  it("is limited per network and does not affect other networks", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    const intentId = intentIdOf(await shop.createIntent(buyer, "basic"));
    await recordAttempts("confirm-address", "192.0.2.1", 300);
    expect((await confirm(buyer, intentId, "192.0.2.1")).status).toBe(429);
    expect((await confirm(buyer, intentId, "192.0.2.2")).status).toBe(402);
  });

  it("is no longer limited after it has succeeded", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    await shop.buy(buyer, "basic");
    const [{ stripePaymentIntentId = null } = {}] = await shop.attempts(buyer);
    const responses = await Promise.all(
      Array.from({ length: 70 }, () => confirm(buyer, stripePaymentIntentId ?? "")),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe("preparing a payment", () => {
  it("is limited to 60 attempts in 15 minutes per member, also for concurrent calls", async () => {
    const shop = getShop();
    const buyer = await shop.customer();
    await recordAttempts("payment-user", buyer.id, 50);
    await prepare(buyer, "basic");
    const responses = await Promise.all(Array.from({ length: 20 }, () => prepare(buyer, "basic")));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(11);
  });

  it("is limited per network and does not affect other networks", async () => {
    const buyer = await getShop().customer();
    await recordAttempts("payment-address", "192.0.2.1", 300);
    expect((await prepare(buyer, "basic", "192.0.2.1")).status).toBe(429);
    expect((await prepare(buyer, "basic", "192.0.2.2")).status).toBe(200);
  });
});

describe("when Stripe is slow", () => {
  it("handles webhooks immediately, and a network with few calls before one with many", async () => {
    const shop = getShop();
    const retrieve = shop.stripe.paymentIntents.retrieve.bind(shop.stripe.paymentIntents);
    const paid = await shop.customer();
    const paidIntent = await shop.chargedIntent(paid, "basic");
    const pending = async () => {
      const customer = await shop.customer();
      return { customer, id: intentIdOf(await shop.createIntent(customer, "basic")) };
    };
    const many = await Promise.all(Array.from({ length: 12 }, pending));
    const other = await pending();
    const retrieved: string[] = [];
    const released = Promise.withResolvers<void>();
    vi.spyOn(shop.stripe.paymentIntents, "retrieve").mockImplementation(async (id, ...rest) => {
      retrieved.push(id);
      if (id !== paidIntent) await released.promise;
      return await retrieve(id, ...rest);
    });
    const confirmed = many.map(({ customer, id }) => confirm(customer, id));
    await expect.poll(() => retrieved.length).toBe(8);
    const [event] = (await shop.events(paidIntent)).filter(
      ({ type }) => type === "payment_intent.succeeded",
    );
    expect((await shop.send(event ?? {})).status).toBe(200);
    expect(await shop.membership(paid)).toMatch(/^basic/);
    const fromOtherNetwork = confirm(other.customer, other.id, "198.51.100.1");
    await expect.poll(() => gates.get("provider")?.().waiting).toBe(5);
    released.resolve();
    expect((await fromOtherNetwork).status).toBe(402);
    expect(retrieved.filter((id) => id !== paidIntent)[8]).toBe(other.id);
    const statuses = (await Promise.all(confirmed)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([402]));
  });
});
