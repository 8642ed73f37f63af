import { expect, it } from "vitest";
import { connect, openSandbox } from "../../test/open-sandbox.ts";
import { SECRET_KEY } from "../defaults.ts";

const NEW = { amount: 5900, currency: "usd" };
const KEY = { idempotencyKey: "attempt-1" };

it("replays the response for the same call and key", async () => {
  const { stripe, sandbox } = await openSandbox();
  const first = await stripe.paymentIntents.create(NEW, KEY);
  await stripe.paymentIntents.confirm(first.id, { payment_method: "pm_card_visa" });
  const again = await stripe.paymentIntents.create(NEW, KEY);
  expect(again).toEqual(first);
  expect(again.status).toBe("requires_payment_method");
  expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
  const other = connect(sandbox.port, SECRET_KEY);
  expect((await other.paymentIntents.create(NEW, { idempotencyKey: "attempt-2" })).id).not.toBe(
    first.id,
  );
});

it("refuses the key for other parameters or another call", async () => {
  const { stripe } = await openSandbox();
  const { id } = await stripe.paymentIntents.create(NEW, KEY);
  const refused = { statusCode: 400, type: "StripeIdempotencyError" };
  await expect(stripe.paymentIntents.create({ ...NEW, amount: 2900 }, KEY)).rejects.toMatchObject(
    refused,
  );
  await expect(stripe.paymentIntents.cancel(id, {}, KEY)).rejects.toMatchObject(refused);
});

it("replays a decline but not a validation error", async () => {
  const { stripe } = await openSandbox();
  const { id } = await stripe.paymentIntents.create(NEW);
  const bad = { payment_method: "pm_card_chargeDeclined" };
  for (let n = 0; n < 2; n++) {
    await expect(stripe.paymentIntents.confirm(id, bad, KEY)).rejects.toMatchObject({
      code: "card_declined",
    });
  }
  expect((await stripe.charges.list()).data).toHaveLength(1);
  const small = { idempotencyKey: "small" };
  await expect(stripe.paymentIntents.create({ ...NEW, amount: 1 }, small)).rejects.toMatchObject({
    code: "amount_too_small",
  });
  expect(await stripe.paymentIntents.create(NEW, small)).toMatchObject({ amount: 5900 });
});

it("creates one intent for many concurrent calls with one key", async () => {
  const { stripe, controls } = await openSandbox();
  await controls.fault({ kind: "delay", ms: 1000, path: "/v1/payment_intents" });
  const calls = Array.from({ length: 20 }, () => stripe.paymentIntents.create(NEW, KEY));
  const settled = await Promise.allSettled(calls);
  const refusals = settled.filter(({ status }) => status === "rejected");
  expect(refusals.length).toBeGreaterThan(0);
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ reason: { statusCode: 409, code: "idempotency_key_in_use" } });
  }
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
});

it("replays the response when the SDK retries after a dropped connection", async () => {
  const { sandbox, controls } = await openSandbox();
  const stripe = connect(sandbox.port, SECRET_KEY, 1);
  await controls.fault({ kind: "drop", when: "after", path: "/v1/payment_intents" });
  const intent = await stripe.paymentIntents.create(NEW);
  expect(intent.lastResponse.headers["idempotent-replayed"]).toBe("true");
  expect((await stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([intent.id]);
});
