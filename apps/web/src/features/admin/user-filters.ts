import { MAX_USER_SEARCH_LENGTH, USER_FILTER_VALUES } from "@studbook/domain/schemas/admin";

const VALUES = USER_FILTER_VALUES;

/** The filters of the user list. An absent filter means all. */
export type UserFilters = {
  /** Any part of a username, email address or name, or the complete ID of a user, an ad or a payment. */
  q?: string;
  tier?: (typeof VALUES.tier)[number];
  active?: (typeof VALUES.active)[number];
  /** Whether the membership expires within the next 30 days. */
  expiring?: (typeof VALUES.expiring)[number];
};

/** Reads the valid filters of a query and ignores the rest. */
export function readUserFilters(query: Record<string, unknown>): UserFilters {
  const q = readText(query.q);
  const tier = VALUES.tier.find((one) => one === query.tier);
  const active = VALUES.active.find((one) => one === query.active);
  const expiring = VALUES.expiring.find((one) => one === query.expiring);
  return {
    ...(q && { q }),
    ...(tier && { tier }),
    ...(active && { active }),
    ...(expiring && { expiring }),
  };
}

function readText(value: unknown): string {
  if (typeof value !== "string" || !value.isWellFormed() || value.includes("\0")) return "";
  return value.trim().slice(0, MAX_USER_SEARCH_LENGTH);
}
