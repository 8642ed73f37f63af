import { createHmac } from "node:crypto";
import type { Tier } from "@studbook/domain/plans";
import { describe, expect, it } from "vitest";
import { useShop } from "../../test/payment-shop.ts";
import { buildTestApp } from "../../test/test-app.ts";
import { createLogger } from "../log.ts";

const getShop = useShop();

async function chargedWithEvent(tier: Tier = "basic") {
  const shop = getShop();
  const buyer = await shop.customer();
  const intentId = await shop.chargedIntent(buyer, tier);
  const events = await shop.events(intentId);
  const event = events.find(({ type }) => type === "payment_intent.succeeded");
  if (!event) throw new Error("There is no event for the successful payment");
  return { shop, buyer, intentId, event };
}

describe("a webhook", () => {
  it("activates the membership of a paid intent", async () => {
    const { shop, buyer, event } = await chargedWithEvent();
    expect(await shop.send(event)).toMatchObject({ status: 200, json: { received: true } });
    expect(await shop.membership(buyer)).toMatch(/^basic until/);
  });

  it("accepts a signature that is up to 300 s old or ahead", async () => {
    for (const seconds of [-299, 299]) {
      const { shop, buyer, event } = await chargedWithEvent();
      expect((await shop.send(event, { at: Date.now() + seconds * 1000 })).status).toBe(200);
      expect(await shop.membership(buyer)).toMatch(/^basic until/);
    }
  });

  it.each([
    ["signed with another secret", { secret: "whsec_another" }],
    ["signed more than 300 s ago", { at: Date.now() - 400_000 }],
    ["signed more than 300 s ahead", { at: Date.now() + 400_000 }],
    ["signed a year ahead", { at: Date.now() + 365 * 86_400_000 }],
    ["altered after it was signed", { alter: (body: string) => body.replace("evt_", "evt_x") }],
    ["padded after it was signed", { alter: (body: string) => `${body} ` }],
    ["emptied after it was signed", { alter: () => "" }],
  ])("responds with 400 and changes nothing if the event was %s", async (_what, options) => {
    const { shop, buyer, event } = await chargedWithEvent();
    const { status, json } = await shop.send(event, options);
    expect([status, json.code]).toEqual([400, "BAD_SIGNATURE"]);
    expect(await shop.membership(buyer)).toBe("none");
    expect(await shop.payments(buyer)).toEqual([]);
  });

  it.each([
    ["no signature", undefined],
    ["an empty signature", ""],
    ["a signature without a timestamp", "v1=00"],
    ["a signature of an unknown scheme", `t=${Math.floor(Date.now() / 1000)},v0=00`],
    ["a malformed signature", "\u00e9".repeat(20)],
  ])("responds with 400 to %s", async (_what, signature) => {
    const { shop, event } = await chargedWithEvent();
    const response = await shop.app.inject({
      method: "POST",
      url: "/api/stripe/webhook",
      headers: {
        "content-type": "application/json",
        ...(signature !== undefined && { "stripe-signature": signature }),
      },
      payload: JSON.stringify(event),
    });
    expect([response.statusCode, response.json().code]).toEqual([400, "BAD_SIGNATURE"]);
  });

  it("logs once a minute whether the time or the secret of a signature is wrong", async () => {
    const { shop, event } = await chargedWithEvent();
    const lines: string[] = [];
    const logger = createLogger("warn", { write: (line: string) => void lines.push(line) });
    const app = await buildTestApp(shop.db, { config: shop.config, stripe: shop.stripe, logger });
    const at = Date.now() - 400_000;
    const { status, json } = await shop.send(event, { at, app });
    expect([status, json.code]).toEqual([400, "BAD_SIGNATURE"]);
    expect(json.error).toMatch(/^The webhook was signed more than 300 seconds before or after/);
    await shop.send(event, { at, app });
    await shop.send(event, { at, app, secret: "whsec_another" });
    await shop.send(event, { at, app, alter: (body) => `${body} ` });
    const warnings = lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg.startsWith("rejected a webhook"));
    expect(warnings).toEqual([
      expect.objectContaining({
        signedAt: new Date(Math.floor(at / 1000) * 1000).toISOString(),
        msg: expect.stringMatching(
          /^rejected a webhook because Stripe's time and the database's differ/,
        ),
      }),
      expect.objectContaining({
        msg: expect.stringMatching(
          /^rejected a webhook that was not signed with STRIPE_WEBHOOK_SECRET/,
        ),
      }),
    ]);
    await app.close();
  });

  it.each(["{", "null", "{}", '{ "type": "charge.refunded", "data": null }'])(
    "responds with 400 to the signed body %s",
    async (body) => {
      expect(await getShop().send(body)).toMatchObject({
        status: 400,
        json: { code: "BAD_REQUEST" },
      });
    },
  );

  it("compares the time that was signed if a signature has several", async () => {
    const { shop, event } = await chargedWithEvent();
    const body = JSON.stringify(event);
    const secret = shop.config.stripe.webhookSecret ?? "";
    const now = Math.floor(Date.now() / 1000);
    for (const timestamp of [now - 9999, now + 9999]) {
      const signature = shop.stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret,
        timestamp,
      });
      const response = await shop.app.inject({
        method: "POST",
        url: "/api/stripe/webhook",
        headers: {
          "content-type": "application/json",
          "stripe-signature": `t=${now},${signature}`,
        },
        payload: body,
      });
      expect(response.statusCode).toBe(400);
    }
  });

  it("refuses every event if no signing secret is set, even one signed with an empty secret", async () => {
    const { shop, event } = await chargedWithEvent();
    const config = { ...shop.config, stripe: { ...shop.config.stripe, webhookSecret: undefined } };
    const app = await buildTestApp(shop.db, { config, stripe: shop.stripe });
    const payload = JSON.stringify(event);
    const t = Math.floor(Date.now() / 1000);
    const v1 = createHmac("sha256", "").update(`${t}.${payload}`).digest("hex");
    const headers = {
      "content-type": "application/json",
      "stripe-signature": `t=${t},v1=${v1}`,
    };
    const response = await app.inject({
      method: "POST",
      url: "/api/stripe/webhook",
      headers,
      payload,
    });
    expect(response.statusCode).toBe(400);
    await app.close();
  });

  it("applies an event only once", async () => {
    const { shop, buyer, intentId, event } = await chargedWithEvent();
    await shop.send(event);
    await shop.stripe.refunds.create({ payment_intent: intentId });
    const [before] = await shop.payments(buyer);
    expect((await shop.send(event)).status).toBe(200);
    expect(await shop.payments(buyer)).toEqual([before]);
  });

  it.each([
    [
      "an event of another type",
      { id: "evt_u1", type: "invoice.paid", data: { object: { id: "in_1" } } },
    ],
    ["an event of an unknown type", { id: "evt_u2", type: "moon.landed", data: { object: {} } }],
    [
      "an event of a charge without an intent",
      { id: "evt_u3", type: "charge.refunded", data: { object: { payment_intent: null } } },
    ],
    ["an event about nothing", { id: "evt_u5", type: "charge.refunded", data: {} }],
    [
      "an event of an unknown intent",
      { id: "evt_u4", type: "payment_intent.succeeded", data: { object: { id: "pi_nobody" } } },
    ],
  ])("responds with 200 to %s", async (_what, event) => {
    expect((await getShop().send({ object: "event", ...event })).status).toBe(200);
  });

  it("responds with 200 to another program's payment and reads it from Stripe only once", async () => {
    const shop = getShop();
    const intent = await shop.stripe.paymentIntents.create({
      amount: 5900,
      currency: "usd",
      allowed_payment_method_types: ["card"],
      metadata: { attemptId: "6f8f4c0e-0f3a-4a5e-9a57-0d5c3a3b9b11" },
    });
    await shop.charge(intent.id);
    const events = await shop.events(intent.id);
    for (const event of events) expect((await shop.send(event)).status).toBe(200);
    const path = `/v1/payment_intents/${intent.id}`;
    await shop.controls.fault({ path, kind: "error", status: 500, times: 2 });
    for (const event of events) expect((await shop.send(event)).status).toBe(200);
  });

  it("responds with an error if the event could not be applied, so that Stripe sends it again", async () => {
    const { shop, buyer, event } = await chargedWithEvent();
    await shop.controls.fault({
      kind: "error",
      status: 500,
      path: "/v1/payment_intents/*",
      times: 2,
    });
    const failed = await shop.send(event);
    expect([failed.status, failed.json.code]).toEqual([502, "PROVIDER_UNAVAILABLE"]);
    expect(await shop.membership(buyer)).toBe("none");
    expect((await shop.send(event)).status).toBe(200);
    expect(await shop.membership(buyer)).toMatch(/^basic until/);
  });

  it("finds the attempt of an intent that was not stored because the server was killed", async () => {
    const { shop, buyer, intentId, event } = await chargedWithEvent();
    await shop.db
      .updateTable("paymentAttempts")
      .set({ stripePaymentIntentId: null })
      .where("stripePaymentIntentId", "=", intentId)
      .execute();
    expect((await shop.send(event)).status).toBe(200);
    expect(await shop.membership(buyer)).toMatch(/^basic until/);
    expect(await shop.attempts(buyer)).toMatchObject([
      { status: "succeeded", stripePaymentIntentId: intentId },
    ]);
  });

  it("activates memberships without a confirmation, also if events are delivered twice or late", async () => {
    const shop = getShop();
    const origin = await shop.app.listen({ host: "127.0.0.1", port: 0 });
    const secret = shop.config.stripe.webhookSecret ?? "";
    await shop.controls.setWebhook({ url: `${origin}/api/stripe/webhook`, secret });
    const types = ["payment_intent.succeeded"];
    await shop.controls.webhookRule({ action: "duplicate", types, times: 1 });
    const first = await shop.customer();
    const second = await shop.customer();
    await shop.chargedIntent(first, "premium");
    await expect.poll(() => shop.membership(first)).toMatch(/^premium/);
    await shop.controls.webhookRule({ action: "delay", types, times: 1, ms: 300 });
    await shop.chargedIntent(second, "basic");
    await expect.poll(() => shop.membership(second)).toMatch(/^basic/);
    for (const buyer of [first, second]) expect(await shop.payments(buyer)).toHaveLength(1);
    const undelivered = async () =>
      (await shop.controls.listDeliveries()).filter(({ state }) => state !== "delivered");
    await expect.poll(undelivered).toEqual([]);
    expect((await shop.controls.listDeliveries()).length).toBeGreaterThanOrEqual(3);
    await shop.controls.setWebhook();
  });
});
