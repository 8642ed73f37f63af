import { expect, it, vi } from "vitest";
import { openSandbox } from "../../test/open-sandbox.ts";
import { receiveWebhooks } from "../../test/receive-webhooks.ts";

const SOON = { timeout: 15_000, interval: 10 };

async function openShop() {
  const hook = await receiveWebhooks();
  const opened = await openSandbox({ webhook: hook.endpoint });
  const pay = async () => {
    const intent = await opened.stripe.paymentIntents.create({
      amount: 5900,
      currency: "usd",
      payment_method: "pm_card_visa",
      confirm: true,
    });
    return intent.id;
  };
  const types = () => hook.received.map(({ body }) => JSON.parse(body).type).sort();
  const untilSettled = () =>
    vi.waitFor(async () => {
      const deliveries = await opened.controls.listDeliveries();
      expect(deliveries.filter(({ state }) => state === "pending")).toEqual([]);
    }, SOON);
  return { ...opened, ...hook, pay, types, untilSettled };
}

it("loses an event, which can be resent", async () => {
  const { controls, stripe, pay, types, untilSettled, received } = await openShop();
  await controls.webhookRule({ action: "lose", types: ["payment_intent.succeeded"] });
  await pay();
  await untilSettled();
  expect(types()).toEqual(["charge.succeeded", "payment_intent.created"]);
  const [lost] = (await stripe.events.list({ type: "payment_intent.succeeded" })).data;
  expect(await controls.resend(lost?.id ?? "")).toBe(200);
  expect(JSON.parse(received.at(-1)?.body ?? "").id).toBe(lost?.id);
});

it("sends an event twice", async () => {
  const { controls, pay, types, untilSettled } = await openShop();
  await controls.webhookRule({ action: "duplicate", types: ["payment_intent.succeeded"] });
  await pay();
  await untilSettled();
  expect(types().filter((type) => type === "payment_intent.succeeded")).toHaveLength(2);
});

it("delays an event", async () => {
  const { controls, pay, types, untilSettled } = await openShop();
  await controls.webhookRule({ action: "delay", ms: 1500, types: ["payment_intent.created"] });
  await pay();
  await vi.waitFor(() => expect(types()).toHaveLength(2), SOON);
  const [created] = await controls.listDeliveries();
  expect(created).toMatchObject({ state: "pending", attempts: [] });
  await untilSettled();
  expect(types()).toHaveLength(3);
});

it("returns the endpoint's status for a resent event and does not retry it", async () => {
  const { controls, stripe } = await openShop();
  const failing = await receiveWebhooks([500]);
  await controls.setWebhook();
  await stripe.customers.create({});
  await controls.setWebhook(failing.endpoint);
  const [event] = (await stripe.events.list()).data;
  expect(await controls.resend(event?.id ?? "")).toBe(500);
  await expect(controls.resend("evt_none")).rejects.toThrow(/No such event/);
  expect(failing.received).toHaveLength(1);
});

it("sends events to the endpoint that was set last", async () => {
  const { controls, stripe, received, untilSettled } = await openShop();
  const other = await receiveWebhooks();
  await controls.setWebhook(other.endpoint);
  await stripe.customers.create({});
  await untilSettled();
  expect([received.length, other.received.length]).toEqual([0, 1]);
});
