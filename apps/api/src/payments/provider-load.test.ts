import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Customer, intentIdOf, useShop } from "../../test/payment-shop.ts";
import { buildTestApp } from "../../test/test-app.ts";
import { triesKey } from "../auth/tries.ts";
import { gates } from "../gate.ts";

const shopOf = useShop();

let limited: FastifyInstance;
beforeAll(async () => {
  const { db, config, stripe } = shopOf();
  limited = await buildTestApp(db, { config: { ...config, rateLimits: true }, stripe });
});
afterAll(() => limited.close());
afterEach(() => void vi.restoreAllMocks());

/** Calls the server that has limits, from an address. */
async function post({ cookie }: Customer, url: string, payload: object, from = "203.0.113.1") {
  const sent = { method: "POST", url, headers: { cookie }, payload, remoteAddress: from } as const;
  const { statusCode, headers } = await limited.inject(sent);
  return { status: statusCode, retryAfter: Number(headers["retry-after"] ?? 0) };
}

const confirm = (customer: Customer, paymentIntentId: string, from?: string) =>
  post(customer, "/api/confirm-membership", { paymentIntentId, membershipTier: "basic" }, from);

const prepare = (customer: Customer, membershipTier: string, from?: string) =>
  post(customer, "/api/create-payment-intent", { membershipTier }, from);

/** Lets an address have made so many tries of a kind. */
async function useUp(kind: string, address: string, n: number): Promise<void> {
  const endsAt = new Date(Date.now() + 600_000);
  await shopOf()
    .db.insertInto("tries")
    .values({ key: triesKey(kind, [address]), n, endsAt })
    .execute();
}

describe("confirmations of a payment that has not succeeded", () => {
  it("are 60 in 15 minutes for a member, and share what the provider says", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    const intentId = intentIdOf(await shop.createIntent(buyer, "basic"));
    const retrieve = vi.spyOn(shop.stripe.paymentIntents, "retrieve");
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 61 }, () => confirm(buyer, intentId)));
    const seconds = (performance.now() - startedAt) / 1000;
    const refused = answers.filter(({ status }) => status !== 402);
    expect(refused).toEqual([{ status: 429, retryAfter: expect.any(Number) }]);
    expect(refused[0]?.retryAfter).toBeGreaterThan(800);
    // One at once, and one for each second.
    expect(retrieve.mock.calls.length).toBeLessThanOrEqual(1 + Math.ceil(seconds));
  });

  it("are limited by network, and those of other networks go on", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    const intentId = intentIdOf(await shop.createIntent(buyer, "basic"));
    await useUp("confirm-address", "192.0.2.1", 300);
    expect((await confirm(buyer, intentId, "192.0.2.1")).status).toBe(429);
    expect((await confirm(buyer, intentId, "192.0.2.2")).status).toBe(402);
  });

  it("are no longer counted once it has", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    await shop.buy(buyer, "basic");
    const [{ stripePaymentIntentId = null } = {}] = await shop.attempts(buyer);
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => confirm(buyer, stripePaymentIntentId ?? "")),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe("payments that are prepared", () => {
  it("are 60 in 15 minutes for a member, however many at once", async () => {
    const shop = shopOf();
    const buyer = await shop.customer();
    await prepare(buyer, "basic");
    const answers = await Promise.all(Array.from({ length: 70 }, () => prepare(buyer, "basic")));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11);
  });

  it("are limited by network, and those of other networks go on", async () => {
    const buyer = await shopOf().customer();
    await useUp("payment-address", "192.0.2.1", 300);
    expect((await prepare(buyer, "basic", "192.0.2.1")).status).toBe(429);
    expect((await prepare(buyer, "basic", "192.0.2.2")).status).toBe(200);
  });
});

describe("a provider that takes its time", () => {
  it("is asked for webhooks at once, and for a network with few calls before one with many", async () => {
    const shop = shopOf();
    const ask = shop.stripe.paymentIntents.retrieve.bind(shop.stripe.paymentIntents);
    const paid = await shop.customer();
    const paidIntent = await shop.chargedIntent(paid, "basic");
    const pending = async () => {
      const customer = await shop.customer();
      return { customer, id: intentIdOf(await shop.createIntent(customer, "basic")) };
    };
    const many = await Promise.all(Array.from({ length: 12 }, pending));
    const other = await pending();
    const asked: string[] = [];
    const answer = Promise.withResolvers<void>();
    vi.spyOn(shop.stripe.paymentIntents, "retrieve").mockImplementation(async (id, ...rest) => {
      asked.push(id);
      if (id !== paidIntent) await answer.promise;
      return await ask(id, ...rest);
    });
    const confirmed = many.map(({ customer, id }) => confirm(customer, id));
    await expect.poll(() => asked.length).toBe(8);
    const [event] = (await shop.events(paidIntent)).filter(
      ({ type }) => type === "payment_intent.succeeded",
    );
    expect((await shop.send(event ?? {})).status).toBe(200);
    expect(await shop.membership(paid)).toMatch(/^basic/);
    const fromElsewhere = confirm(other.customer, other.id, "198.51.100.1");
    await expect.poll(() => gates.get("provider")?.().waiting).toBe(5);
    answer.resolve();
    expect((await fromElsewhere).status).toBe(402);
    expect(asked.filter((id) => id !== paidIntent)[8]).toBe(other.id);
    const statuses = (await Promise.all(confirmed)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([402]));
  });
});
