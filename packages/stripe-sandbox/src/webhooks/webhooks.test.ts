import { expect, it, vi } from "vitest";
import { openSandbox } from "../../test/open-sandbox.ts";
import { receiveWebhooks } from "../../test/receive-webhooks.ts";

const PAID = { amount: 2900, currency: "usd", payment_method: "pm_card_visa", confirm: true };
const SOON = { timeout: 15_000, interval: 10 };

it("sends every event once with a signature that the SDK accepts", async () => {
  const { received, endpoint } = await receiveWebhooks();
  const { stripe, controls } = await openSandbox({ webhook: endpoint });
  const intent = await stripe.paymentIntents.create(PAID);
  await vi.waitFor(async () => {
    const deliveries = await controls.listDeliveries();
    expect(deliveries.map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
  }, SOON);
  const events = received.map(({ body, signature }) =>
    stripe.webhooks.constructEvent(body, signature, endpoint.secret),
  );
  expect(events.map(({ type }) => type).sort()).toEqual([
    "charge.succeeded",
    "payment_intent.created",
    "payment_intent.succeeded",
  ]);
  const paid = events.find((event) => event.type === "payment_intent.succeeded");
  expect(paid?.data.object).toEqual(intent);
});

it("retries until the endpoint returns 2xx", async () => {
  const { received, endpoint } = await receiveWebhooks([500, 302, 404]);
  const { stripe, controls } = await openSandbox({ webhook: endpoint });
  await stripe.customers.create({ name: "Ada" });
  await vi.waitFor(async () => {
    const [delivery] = await controls.listDeliveries();
    expect(delivery).toMatchObject({ state: "delivered" });
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 302, 404, 200]);
  }, SOON);
  expect(received).toHaveLength(4);
});

it("uses the given clock for objects and signatures", async () => {
  const { received, endpoint } = await receiveWebhooks();
  const clock = () => new Date("2020-02-29T12:00:00.900Z");
  const { stripe } = await openSandbox({ webhook: endpoint, clock });
  expect((await stripe.customers.create({})).created).toBe(1_582_977_600);
  await vi.waitFor(() => expect(received).toHaveLength(1), SOON);
  const [{ body, signature } = { body: "", signature: "" }] = received;
  expect(signature).toMatch(/^t=1582977600,v1=[0-9a-f]{64}$/);
  expect(() => stripe.webhooks.constructEvent(body, signature, endpoint.secret)).toThrow(
    /outside the tolerance/,
  );
});
