import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { type Customer, intentIdOf, type Shop, useShop } from "../../test/payment-shop.ts";

const getShop = useShop();

/** Something that happens to a payment at Stripe. */
type Change = (shop: Shop, intentId: string, buyer: Customer) => Promise<unknown>;

const CHANGES = {
  decline: (shop, intentId) =>
    expect(shop.charge(intentId, "pm_card_chargeDeclined")).rejects.toThrow(/declined/),
  charge: (shop, intentId) => shop.charge(intentId),
  askBank: (shop, intentId) => shop.charge(intentId, "pm_card_authenticationRequired"),
  failBank,
  /** The buyer chooses another tier, which cancels the intent. */
  choose: async (shop, _intentId, buyer) =>
    expect((await shop.createIntent(buyer, "premium", "Launch")).status).toBe(200),
  refundPart: (shop, intentId) =>
    shop.stripe.refunds.create({ payment_intent: intentId, amount: 1000 }),
  refundRest: (shop, intentId) => shop.stripe.refunds.create({ payment_intent: intentId }),
  dispute: (shop, intentId) => shop.controls.openDispute({ payment_intent: intentId }),
  win: (shop, intentId) => close(shop, intentId, "won"),
  lose: (shop, intentId) => close(shop, intentId, "lost"),
} satisfies Record<string, Change>;

/** The bank's challenge fails, so no card is charged. */
async function failBank(shop: Shop, intentId: string): Promise<void> {
  const intent = await CHANGES.askBank(shop, intentId);
  const [challenge] = /payatt_\w+/.exec(JSON.stringify(intent.next_action)) ?? [];
  const response = await fetch(`${shop.sandbox.url}/v1/challenges/${challenge}/answer`, {
    method: "POST",
    body: new URLSearchParams({ key: "pk_test_sandbox", passed: "false" }),
  });
  expect(response.status).toBe(200);
}

async function close(shop: Shop, intentId: string, end: "won" | "lost"): Promise<void> {
  const { data } = await shop.stripe.disputes.list({ payment_intent: intentId });
  await shop.controls.closeDispute(data[0]?.id ?? "", end);
}

type Name = keyof typeof CHANGES;

const SCENARIOS: [changes: Name[], end: string][] = [
  [["decline", "choose"], "failed, basic"],
  [["choose"], "none, basic"],
  [["decline", "askBank", "choose"], "failed, basic"],
  [["failBank", "askBank", "choose"], "failed, basic"],
  [["decline", "charge", "refundRest"], "refunded, basic"],
  [["charge", "refundPart", "refundRest"], "refunded, basic"],
  [["charge", "dispute", "win"], "succeeded, premium"],
  [["charge", "dispute", "lose"], "disputed, basic"],
  [["charge", "refundPart", "dispute"], "disputed, basic"],
];

/** Every order in which changes can happen one after another, each before its events are delivered. */
function listOrders(changes: number): string[] {
  const orders: string[] = [];
  const extend = (order: string, happened: number, undelivered: number[]) => {
    if (happened === changes && undelivered.length === 0) orders.push(order);
    if (happened < changes) extend(`${order} change`, happened + 1, [...undelivered, happened]);
    for (const n of undelivered) {
      extend(
        `${order} deliver:${n}`,
        happened,
        undelivered.filter((other) => other !== n),
      );
    }
  };
  extend("", 0, []);
  return orders.map((order) => order.trim());
}

describe("events delivered in every possible order lead to the same state", () => {
  it("lists 15 orders for three changes", () => {
    expect(listOrders(3)).toHaveLength(15);
  });

  it.each(SCENARIOS)("%j: %s", async (changes, end) => {
    const shop = getShop();
    await shop.test.setNow(new Date("2026-11-21T12:00:00.000Z"));
    for (const order of listOrders(changes.length)) {
      const buyer = await shop.customer();
      await shop.buy(buyer, "basic");
      const intentId = intentIdOf(await shop.createIntent(buyer, "premium"));
      const eventsOfChanges: Stripe.Event[][] = [];
      let seen = 0;
      for (const step of order.split(" ")) {
        if (step === "change") {
          const change = changes[eventsOfChanges.length];
          if (change) await CHANGES[change](shop, intentId, buyer);
          const events = await shop.events(intentId);
          eventsOfChanges.push(events.slice(seen));
          seen = events.length;
        } else {
          const events = eventsOfChanges[Number(step.slice("deliver:".length))] ?? [];
          const responses = await Promise.all(events.toReversed().map((event) => shop.send(event)));
          for (const { status } of responses) expect(status).toBe(200);
        }
      }
      expect(`${order}: ${await endOf(shop, buyer, intentId)}`).toBe(`${order}: ${end}`);
    }
  });
});

async function endOf(shop: Shop, buyer: Customer, intentId: string): Promise<string> {
  const payments = await shop.payments(buyer);
  const premium = payments.find((payment) => payment.stripePaymentIntentId === intentId);
  const membership = {
    // Basic was replaced at the instant it was bought, so all of its 365 days are carried over.
    "premium until 2028-05-18": "premium",
    "basic until 2027-11-21": "basic",
  }[await shop.membership(buyer)];
  return `${premium?.status ?? "none"}, ${membership}`;
}
