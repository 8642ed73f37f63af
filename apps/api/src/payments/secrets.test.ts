import { dumpRows } from "@studbook/db/test/dump-rows";
import { expect, it } from "vitest";
import { intentIdOf, useShop } from "../../test/payment-shop.ts";
import { buildTestApp } from "../../test/test-app.ts";
import { createLogger } from "../log.ts";

const getShop = useShop();

const CARD = "4000000000000002";

/** Collects everything that is logged at the most verbose level. */
function captureLog(): { lines: string[]; logger: ReturnType<typeof createLogger> } {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  return { lines, logger: createLogger("trace", stream) };
}

it("never stores or logs a client secret or a card number", async () => {
  const shop = getShop();
  const { lines, logger } = captureLog();
  const app = await buildTestApp(shop.db, { config: shop.config, stripe: shop.stripe, logger });
  const buyer = await shop.customer();
  const headers = { cookie: buyer.cookie };
  const post = (url: string, payload: object) =>
    app.inject({ method: "POST", url, headers, payload });

  const response = await post("/api/create-payment-intent", { membershipTier: "basic" });
  const { clientSecret } = response.json();
  const intentId = intentIdOf({ json: response.json() });
  await app.inject(`/signup/payment?tier=basic&client_secret=${clientSecret}`);
  await app.inject(`/checkout?tier=basic#${clientSecret}`);
  await expect(shop.charge(intentId, "pm_card_chargeDeclined")).rejects.toThrow();
  await post("/api/confirm-membership", { paymentIntentId: intentId, membershipTier: "basic" });
  // A client that sends the secret instead of the ID, and one that sends us a card number.
  await post("/api/confirm-membership", { paymentIntentId: clientSecret, membershipTier: "basic" });
  await post("/api/create-payment-intent", { membershipTier: "basic", card: CARD });
  await post("/api/create-payment-intent", { membershipTier: "basic", couponCode: CARD });
  const path = "/v1/payment_intents/*";
  await shop.controls.fault({ path, kind: "error", status: 500, times: 2 });
  await post("/api/confirm-membership", { paymentIntentId: intentId, membershipTier: "basic" });
  await shop.stripe.paymentIntents.cancel(intentId);
  await post("/api/create-payment-intent", { membershipTier: "premium" });
  for (const event of await shop.events(intentId)) {
    const payload = JSON.stringify(event);
    const secret = shop.config.stripe.webhookSecret ?? "";
    const signature = shop.stripe.webhooks.generateTestHeaderString({ payload, secret });
    const signed = { "stripe-signature": signature };
    await app.inject({ method: "POST", url: "/api/stripe/webhook", headers: signed, payload });
    await app.inject({ method: "POST", url: "/api/stripe/webhook", payload });
  }
  await app.close();

  expect(clientSecret).toMatch(/^pi_\w+_secret_\w+$/);
  expect(lines.length).toBeGreaterThan(10);
  const rows = await dumpRows(shop.test.owner);
  expect(rows.length).toBeGreaterThan(5);
  const stored = [...lines, ...rows];
  for (const line of stored) {
    expect(line).not.toMatch(/_secret_\w/);
    expect(line).not.toContain(CARD);
    expect(line).not.toContain("sk_test_");
  }
  expect(stored.some((line) => line.includes(intentId))).toBe(true);
});
