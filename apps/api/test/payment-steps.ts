import { expect } from "vitest";
import type { Customer, Held, Shop } from "./payment-shop.ts";
import { signInAs } from "./test-app.ts";

/** One thing that happens in the story of a buyer; `intents` are what the buyer has paid so far. */
export type Step = (shop: Shop, buyer: Customer, intents: string[]) => Promise<void>;

const NOON = "12:00:00.000Z";
/** Noon of a day, UTC. */
export const day = (date: string) => new Date(`${date}T${NOON}`);
/** A membership until noon of a day. */
export const held = (tier: "basic" | "premium", until: string): Held => ({
  tier,
  until: day(until),
});

/** It becomes noon of a day. */
export const on =
  (date: string): Step =>
  async (shop, buyer) => {
    await shop.test.setNow(day(date));
    // The session of before has expired.
    buyer.cookie = await signInAs(shop.db, buyer.id);
  };

/** The buyer pays a year and it is confirmed. */
export const buys =
  (tier: "basic" | "premium"): Step =>
  async (shop, buyer, intents) => {
    intents.push(await shop.buy(buyer, tier));
  };

/** The buyer is refused a year in these words. */
export const isRefused =
  (tier: "basic" | "premium", message: string): Step =>
  async (shop, buyer) => {
    const { status, json } = await shop.createIntent(buyer, tier);
    expect([status, json.code, json.error]).toEqual([409, "PURCHASE_REFUSED", message]);
  };

/** A payment is given back, whole or `amount` cents of it. */
export const refunds =
  (nth: number, amount?: number): Step =>
  async (shop, _buyer, intents) => {
    const payment_intent = intents.at(nth) ?? "";
    await shop.stripe.refunds.create({ payment_intent, ...(amount !== undefined && { amount }) });
    await tell(shop, payment_intent);
  };

/** A payment is disputed, or its dispute ends. */
export const disputes =
  (nth: number, end?: "won" | "lost"): Step =>
  async (shop, _buyer, intents) => {
    const payment_intent = intents.at(nth) ?? "";
    if (end === undefined) await shop.controls.openDispute({ payment_intent });
    else {
      const { data } = await shop.stripe.disputes.list({ payment_intent });
      await shop.controls.closeDispute(data[0]?.id ?? "", end);
    }
    await tell(shop, payment_intent);
  };

/** The buyer's membership is this now. */
export const has =
  (membership: string): Step =>
  async (shop, buyer) =>
    expect(await shop.membership(buyer)).toBe(membership);

/** Tells of everything that happened to a payment, as webhooks. */
export async function tell(shop: Shop, intentId: string): Promise<void> {
  for (const event of await shop.events(intentId)) {
    expect((await shop.send(event)).status).toBe(200);
  }
}
