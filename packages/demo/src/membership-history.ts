import { addOneYear } from "@studbook/domain/membership";
import { PLANS, type Tier } from "@studbook/domain/plans";
import type { Chance } from "./chance.ts";
import { DAY_MS } from "./time.ts";
import type { DemoPayment } from "./types.ts";

export type MembershipHistory = { payments: DemoPayment[]; expiresAt: Date };

type FirstPurchase = { userId: string; tier: Tier; paidAt: Date; renewals: number };

/**
 * Creates the payments for a first purchase and its renewals. Each renewal is paid up to 50 days before the
 * membership expires and extends it by a year (specification, section 4).
 */
export function payMembership(purchase: FirstPurchase, chance: Chance): MembershipHistory {
  const { userId, tier, renewals } = purchase;
  const payments: DemoPayment[] = [];
  let period = { from: purchase.paidAt, to: addOneYear(purchase.paidAt) };
  let createdAt = purchase.paidAt;
  for (let paid = 0; paid <= renewals; paid++) {
    const payment = { userId, membershipTier: tier, amount: PLANS[tier].priceCents, createdAt };
    payments.push({ ...payment, ...identify(chance), status: "succeeded", period });
    createdAt = new Date(period.to.getTime() - chance.integer(1, 50) * DAY_MS);
    if (paid < renewals) period = { from: period.to, to: addOneYear(period.to) };
  }
  return { payments, expiresAt: period.to };
}

type Attempt = Pick<DemoPayment, "userId" | "membershipTier" | "createdAt">;

/** Creates a payment with a declined card. */
export function failPayment(attempt: Attempt, chance: Chance): DemoPayment {
  const amount = PLANS[attempt.membershipTier].priceCents;
  return { ...attempt, ...identify(chance), amount, status: "failed", period: null };
}

function identify(chance: Chance): Pick<DemoPayment, "id" | "stripePaymentIntentId"> {
  const id = chance.uuid();
  return { id, stripePaymentIntentId: `pi_demo_${chance.uuid().replaceAll("-", "").slice(0, 20)}` };
}
