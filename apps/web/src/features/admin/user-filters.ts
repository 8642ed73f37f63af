const TIERS = ["basic", "premium", "none"] as const;
const ACTIVE = ["yes", "no"] as const;
const EXPIRING = ["yes"] as const;
const MAX_SEARCH_LENGTH = 254;

/** The filters of the user list. An absent filter means all. */
export type UserFilters = {
  /** Any part of a username, email address or name, or the complete ID of a user, an ad or a payment. */
  q?: string;
  tier?: (typeof TIERS)[number];
  active?: (typeof ACTIVE)[number];
  /** Whether the membership expires within the next 30 days. */
  expiring?: "yes";
};

/** Reads the valid filters of a query and ignores the rest. */
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
  return value.trim().slice(0, MAX_SEARCH_LENGTH);
}
