import { keepPreviousData } from "@tanstack/react-query";
import {
  apiKeyPrefix,
  apiPages,
  apiQuery,
  callQuery,
  type Data,
  type Outputs,
} from "../../trpc.ts";
import type { AuditFilters } from "./audit-filters.ts";
import { type PickedAccount, pickAccount } from "./pick-account.ts";
import type { UserFilters } from "./user-filters.ts";

export type AdminUser = Outputs["admin"]["users"]["items"][number];
export type AdminAd = AdminUser["ads"][number];
/** The fields that are needed to hide or restore an ad. */
export type HideableAd = Pick<AdminAd, "id" | "dogName" | "hiddenReason">;
export type AdminPayment = AdminUser["payments"][number];
export type RecentPayment = Outputs["admin"]["stats"]["recentPayments"][number];
export type AuditRecord = Outputs["admin"]["audit"]["items"][number];
export type AdminCoupon = Outputs["admin"]["coupons"]["items"][number];
export type Month = Outputs["admin"]["months"][number];

export const USERS_PER_PAGE = 25;
export const RECORDS_PER_PAGE = 50;
export const COUPONS_PER_PAGE = 25;
const MAX_COMPARED = 50;

export function adminStats(data: Data) {
  return apiQuery(data, "admin.stats", undefined);
}

/** The figures of the last 12 or 24 UTC months, oldest first. */
export function adminMonths(data: Data, months: 12 | 24) {
  return { ...apiQuery(data, "admin.months", { months }), placeholderData: keepPreviousData };
}

/** The open pages of the list of users, newest first. */
export function adminUsers(data: Data, filters: UserFilters, open: number) {
  return apiPages(data, "admin.users", { ...filters, limit: USERS_PER_PAGE }, { open });
}

/** The open pages of the audit log, newest first. */
export function auditRecords(data: Data, filters: AuditFilters, open: number) {
  return apiPages(data, "admin.audit", { ...filters, limit: RECORDS_PER_PAGE }, { open });
}

/** The open pages of all coupons, newest first. */
export function adminCoupons(data: Data, open: number) {
  return apiPages(data, "admin.coupons", { limit: COUPONS_PER_PAGE }, { open });
}

/** Looks up the account that a text means: a username, an ID, or an ID after `id:`. See `pickAccount`. */
export async function lookUpAccount(data: Data, who: string): Promise<PickedAccount> {
  const page = await callQuery(data, "admin.users", { q: who, limit: MAX_COMPARED });
  return pickAccount(who, page.items, page.nextCursor === null);
}

/**
 * Call this after the operator changed something. Refetches what the page shows, including an ad's own page, and
 * drops other cached responses.
 */
export async function refreshAdmin({ queryClient }: Data): Promise<void> {
  const keys = [apiKeyPrefix("admin"), apiKeyPrefix("ads")];
  for (const queryKey of keys) queryClient.removeQueries({ queryKey, type: "inactive" });
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
