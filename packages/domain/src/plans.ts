import { formatDollars } from "./format.ts";

export type Tier = "basic" | "premium";

type Plan = {
  readonly name: string;
  /** The price of one year in cents. */
  readonly priceCents: number;
  /** How many ads the plan allows; null means unlimited. */
  readonly adLimit: number | null;
};

/** The plans of specification, section 9. */
export const PLANS: Readonly<Record<Tier, Plan>> = {
  basic: { name: "Basic", priceCents: 2900, adLimit: 1 },
  premium: { name: "Premium", priceCents: 5900, adLimit: null },
};

export function isTier(value: unknown): value is Tier {
  return typeof value === "string" && Object.hasOwn(PLANS, value);
}

/** Returns the price of one year in whole dollars: '$29'. */
export function formatPrice(tier: Tier): string {
  return formatDollars(PLANS[tier].priceCents / 100);
}
