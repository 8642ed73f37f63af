import { randomUUID } from "node:crypto";
import type { FastifyInstance, InjectOptions } from "fastify";
import { expect, it } from "vitest";
import { useShop } from "../payment-shop.ts";
import { buildTestApp, testConfig } from "../test-app.ts";
import { createCheck } from "./check-response.ts";
import { committedDocument } from "./committed-document.ts";
import { listCalls } from "./documented-calls.ts";

/** More than the calls of this test, where a list counts as several. */
const CALLS_PER_MINUTE = 200;

const getShop = useShop();
const check = createCheck(committedDocument);
const calls = listCalls(committedDocument);

const METHOD_OF = { get: "GET", post: "POST", patch: "PATCH", delete: "DELETE" } as const;

async function callAll(app: FastifyInstance) {
  return await Promise.all(
    calls.map(async (call) => {
      const url = call.path.replace("{id}", randomUUID());
      const response = await app.inject({ method: METHOD_OF[call.method], url });
      return { call, response, problems: check(call.operation, response) };
    }),
  );
}

it("every call returns 503 while the server starts", async () => {
  const app = await buildTestApp(getShop().db, { readiness: { state: "starting" } });
  for (const { call, response, problems } of await callAll(app)) {
    expect([call.path, response.statusCode, problems]).toEqual([call.path, 503, []]);
  }
  await app.close();
});

it("every call returns rate limit headers, and 429 over the limit", async () => {
  const app = await buildTestApp(getShop().db, {
    config: testConfig("on"),
    limits: { requests: { calls: CALLS_PER_MINUTE } },
  });
  for (const { call, response, problems } of await callAll(app)) {
    expect([call.path, problems]).toEqual([call.path, []]);
    expect(response.headers).toMatchObject({
      "ratelimit-limit": String(CALLS_PER_MINUTE),
      "ratelimit-remaining": expect.stringMatching(/^\d+$/),
      "ratelimit-reset": expect.stringMatching(/^\d+$/),
    });
  }
  for (let batch = 0; batch < CALLS_PER_MINUTE / 100; batch++) {
    await Promise.all(Array.from({ length: 100 }, () => app.inject("/api/auth/me")));
  }
  for (const { call, response, problems } of await callAll(app)) {
    expect([call.path, response.statusCode, problems]).toEqual([call.path, 429, []]);
  }
  await app.close();
});

it("every path returns 405 to another method, and unknown paths return 404", async () => {
  const { app } = getShop();
  for (const { path, operation } of calls) {
    const response = await app.inject({ method: "PUT", url: path.replace("{id}", randomUUID()) });
    const responses = { 405: { $ref: "#/components/responses/METHOD_NOT_ALLOWED" } };
    expect([path, check({ ...operation, responses }, response)]).toEqual([path, []]);
    const unknown = await app.inject(`${path}/no/where`);
    const missing = { 404: { $ref: "#/components/responses/NOT_FOUND" } };
    expect([path, check({ ...operation, responses: missing }, unknown)]).toEqual([path, []]);
    expect(unknown.json().error).toContain("/api/docs");
  }
});

it("calls that need Stripe return 502 while Stripe fails", async () => {
  const shop = getShop();
  const fail = () =>
    shop.controls.fault({ kind: "error", status: 500, path: "/v1/payment_intents*", times: 2 });
  const buyer = await shop.customer();
  const intentId = await shop.chargedIntent(buyer, "basic");
  const events = await shop.events(intentId);
  const event = events.find(({ type }) => type === "payment_intent.succeeded");
  if (!event) throw new Error("Stripe sent no payment_intent.succeeded event");
  const { cookie } = buyer;
  const payload = JSON.stringify(event);
  const secret = shop.config.stripe.webhookSecret ?? "";
  const signature = shop.stripe.webhooks.generateTestHeaderString({ payload, secret });
  const type = "application/json";
  const requests: Record<string, InjectOptions> = {
    "payments.createIntent": {
      url: "/api/create-payment-intent",
      headers: { cookie: (await shop.customer()).cookie },
      payload: { membershipTier: "basic" },
    },
    "payments.confirmMembership": {
      url: "/api/confirm-membership",
      headers: { cookie },
      payload: { paymentIntentId: intentId, membershipTier: "basic" },
    },
    "payments.webhook": {
      url: "/api/stripe/webhook",
      headers: { "content-type": type, "stripe-signature": signature },
      payload,
    },
  };
  const documented = calls.filter(({ operation }) => operation.responses[502]);
  expect(documented.map(({ operation }) => operation.operationId).sort()).toEqual(
    Object.keys(requests).sort(),
  );
  for (const { operation } of documented) {
    await fail();
    const request = requests[operation.operationId];
    const response = await shop.app.inject({ method: "POST", ...request });
    expect([operation.operationId, response.statusCode, check(operation, response)]).toEqual([
      operation.operationId,
      502,
      [],
    ]);
  }
});
