const TIERS = ["basic", "premium", "none"] as const;
const ACTIVE = ["yes", "no"] as const;
const EXPIRING = ["yes"] as const;
const LONGEST_SEARCH = 254;

/** What the list of users is narrowed to. An absent one means all. */
export type UserFilters = {
  /** Any part of a username, e-mail address or name, or a whole id: of a user, an ad or a payment. */
  q?: string;
  tier?: (typeof TIERS)[number];
  active?: (typeof ACTIVE)[number];
  /** Within the next 30 days. */
  expiring?: "yes";
};

/** Takes what makes sense from a query and leaves the rest out. */
export function readUserFilters(query: Record<string, unknown>): UserFilters {
  const q = readText(query.q);
  const tier = TIERS.find((one) => one === query.tier);
  const active = ACTIVE.find((one) => one === query.active);
  const expiring = EXPIRING.find((one) => one === query.expiring);
  return {
    ...(q && { q }),
    ...(tier && { tier }),
    ...(active && { active }),
    ...(expiring && { expiring }),
  };
}

function readText(value: unknown): string {
  if (typeof value !== "string" || !value.isWellFormed() || value.includes("\0")) return "";
  return value.trim().slice(0, LONGEST_SEARCH);
}
