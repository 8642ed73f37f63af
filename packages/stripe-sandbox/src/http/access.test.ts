import { request } from "node:http";
import { expect, it } from "vitest";
import { connect, openSandbox } from "../../test/open-sandbox.ts";
import { PUBLISHABLE_KEY, SECRET_KEY } from "../defaults.ts";

const NEW = { amount: 5900, currency: "usd", metadata: { userId: "7" } };

async function openIntent() {
  const opened = await openSandbox();
  const intent = await opened.stripe.paymentIntents.create(NEW);
  const path = `/v1/payment_intents/${intent.id}`;
  const call = async (method: "GET" | "POST", path: string, params: object, headers = {}) => {
    const form = new URLSearchParams({ key: PUBLISHABLE_KEY, ...params });
    const response = await fetch(
      `${opened.sandbox.url}${path}${method === "GET" ? `?${form}` : ""}`,
      { method, headers, ...(method === "POST" && { body: form }) },
    );
    return { status: response.status, headers: response.headers, json: await response.json() };
  };
  return { ...opened, intent, path, call, secret: intent.client_secret };
}

it("shows a page only the intent of its client secret, without the shop's metadata", async () => {
  const { path, call, secret } = await openIntent();
  const page = { origin: "https://shop.example", "sec-fetch-site": "cross-site" };
  const shown = await call("GET", path, { client_secret: secret }, page);
  expect(shown).toMatchObject({ status: 200, json: { amount: 5900, client_secret: secret } });
  expect(shown.headers.get("access-control-allow-origin")).toBe("*");
  for (const hidden of ["metadata", "customer", "latest_charge", "amount_received"]) {
    expect(shown.json).not.toHaveProperty(hidden);
  }
  const without = await call("GET", path, {});
  expect(without.json.error).toMatchObject({ code: "parameter_missing", param: "client_secret" });
  const wrong = await call("GET", path, { client_secret: `${secret}x` });
  expect(wrong).toMatchObject({ status: 400, json: { error: { param: "client_secret" } } });
});

it("hides the shop's metadata in a decline too", async () => {
  const { path, call, secret } = await openIntent();
  const declined = await call("POST", `${path}/confirm`, {
    client_secret: secret,
    payment_method: "pm_card_chargeDeclined",
  });
  expect(declined.status).toBe(402);
  expect(declined.json.error.payment_intent.status).toBe("requires_payment_method");
  expect(JSON.stringify(declined.json)).not.toContain("userId");
});

it("lets the publishable key only read and confirm", async () => {
  const { intent, sandbox } = await openIntent();
  const page = connect(sandbox.port, PUBLISHABLE_KEY);
  const refused = { statusCode: 403, code: "secret_key_required" };
  await expect(page.paymentIntents.create(NEW)).rejects.toMatchObject(refused);
  await expect(page.paymentIntents.update(intent.id, { amount: 50 })).rejects.toMatchObject(
    refused,
  );
  await expect(page.paymentIntents.cancel(intent.id)).rejects.toMatchObject(refused);
  await expect(page.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject(refused);
  await expect(page.events.list()).rejects.toMatchObject(refused);
});

it("refuses a missing or unknown key without repeating it", async () => {
  const { sandbox } = await openSandbox();
  const none = await fetch(`${sandbox.url}/v1/events`);
  expect(none.status).toBe(401);
  const error = await connect(sandbox.port, "sk_live_0123456789abcdef")
    .events.list()
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({ statusCode: 401, type: "StripeAuthenticationError" });
  expect(String(error)).not.toContain("0123456789abcdef");
});

it.each([
  { origin: "https://evil.example" },
  { "sec-fetch-site": "same-site" },
  { host: "rebound.example:12111" },
])("refuses controls and the secret key to a page with %o", async (headers) => {
  const { sandbox, stripe } = await openIntent();
  const authorization = `Bearer ${SECRET_KEY}`;
  const listed = await fetchWith(`${sandbox.url}/v1/events`, { authorization, ...headers });
  expect(listed).toBe(403);
  const reset = await fetchWith(`${sandbox.url}/_sandbox/reset`, headers, "POST");
  expect(reset).toBe(404);
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
});

it("responds to CORS preflights, and with a 404 of the same error shape to unknown paths", async () => {
  const { sandbox } = await openSandbox();
  const preflight = await fetch(`${sandbox.url}/v1/payment_intents/pi_1/confirm`, {
    method: "OPTIONS",
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
  for (const path of [
    "/v1/invoices",
    "/",
    "/v3/none.js",
    "/_sandbox/none",
    "/v1/events/%ff",
    "//",
  ]) {
    const response = await fetch(`${sandbox.url}${path}`, {
      headers: { authorization: `Bearer ${SECRET_KEY}` },
    });
    expect(response.status, path).toBe(404);
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
  }
});

it.each([
  ["amount=5900&currency=usd&color=red", "parameter_unknown", "color"],
  ["amount=5900&currency=usd&metadata[a][b]=c", undefined, "metadata"],
  ["currency=usd", "parameter_missing", "amount"],
  ["amount=5900&currency=usd&__proto__[x]=1", "parameter_unknown", undefined],
  ["amount=5900&currency=usd&expand[]=review", undefined, "expand"],
  ["amount=5900&currency=usd&confirm=maybe", undefined, "confirm"],
  [
    "amount=5900&currency=usd&payment_method_types[]=card",
    "parameter_unknown",
    "payment_method_types",
  ],
])("refuses %s", async (body, code, param) => {
  const { sandbox, stripe } = await openSandbox();
  const response = await fetch(`${sandbox.url}/v1/payment_intents`, {
    method: "POST",
    headers: { authorization: `Bearer ${SECRET_KEY}` },
    body,
  });
  expect(response.status).toBe(400);
  const { error } = await response.json();
  expect(error).toMatchObject({ type: "invalid_request_error" });
  expect([error.code, error.param]).toEqual([code, param]);
  expect((await stripe.paymentIntents.list()).data).toEqual([]);
});

it("refuses other versions of Stripe's API", async () => {
  const { sandbox } = await openSandbox();
  const response = await fetch(`${sandbox.url}/v1/events`, {
    headers: { authorization: `Bearer ${SECRET_KEY}`, "stripe-version": "2020-08-27" },
  });
  expect(response.status).toBe(400);
  expect((await response.json()).error.message).toContain("2026-10-28.endive");
});

/** Node's fetch() cannot send a custom Sec-Fetch-Site header. */
function fetchWith(url: string, headers: object, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers: { ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.on("error", reject).end();
  });
}
