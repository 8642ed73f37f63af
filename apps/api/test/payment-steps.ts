import type { Tier } from "@studbook/domain/plans";
import { expect } from "vitest";
import { reconcilePayments } from "../src/payments/reconcile-payments.ts";
import { type Customer, type InitialMembership, partsOf, type Shop } from "./payment-shop.ts";
import { signInAs } from "./test-app.ts";

/** One step of a buyer's scenario; `intents` are the intents that the buyer has paid so far. */
export type Step = (shop: Shop, buyer: Customer, intents: string[]) => Promise<void>;

const NOON = "12:00:00.000Z";
/** Noon UTC of a day. */
export const day = (date: string) => new Date(`${date}T${NOON}`);
/** A membership until noon of a day. */
export const memberUntil = (tier: Tier, until: string): InitialMembership => ({
  tier,
  until: day(until),
});

/** Sets the clock to noon of a day. */
export const on =
  (date: string): Step =>
  async (shop, buyer) => {
    await shop.test.setNow(day(date));
    // The previous session has expired.
    buyer.cookie = await signInAs(shop.db, buyer.id);
  };

/** The buyer pays for a year and confirms it. */
export const buys =
  (tier: Tier): Step =>
  async (shop, buyer, intents) => {
    intents.push(await shop.buy(buyer, tier));
  };

/** The server refuses to sell the buyer a year, with this message. */
export const isRefused =
  (tier: Tier, message: string): Step =>
  async (shop, buyer) => {
    const { status, json } = await shop.createIntent(buyer, tier);
    expect([status, json.code, json.error]).toEqual([409, "PURCHASE_REFUSED", message]);
  };

/** The nth payment is refunded, in full or by `amount` cents. */
export const refunds =
  (nth: number, amount?: number): Step =>
  async (shop, _buyer, intents) => {
    const payment_intent = intents.at(nth) ?? "";
    await shop.stripe.refunds.create({ payment_intent, ...(amount !== undefined && { amount }) });
    await sendEvents(shop, payment_intent);
  };

/** The nth payment is disputed, or its dispute is closed. */
export const disputes =
  (nth: number, end?: "won" | "lost"): Step =>
  async (shop, _buyer, intents) => {
    const payment_intent = intents.at(nth) ?? "";
    if (end === undefined) await shop.controls.openDispute({ payment_intent });
    else {
      const { data } = await shop.stripe.disputes.list({ payment_intent });
      await shop.controls.closeDispute(data[0]?.id ?? "", end);
    }
    await sendEvents(shop, payment_intent);
  };

/** The scheduled job runs. */
export const reconciles: Step = async (shop) => {
  await reconcilePayments(partsOf(shop));
};

/** Expects this membership. */
export const has =
  (membership: string): Step =>
  async (shop, buyer) =>
    expect(await shop.membership(buyer)).toBe(membership);

/** Sends all events of a payment so far as webhooks. */
export async function sendEvents(shop: Shop, intentId: string): Promise<void> {
  for (const event of await shop.events(intentId)) {
    expect((await shop.send(event)).status).toBe(200);
  }
}
