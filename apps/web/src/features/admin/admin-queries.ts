import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Data, Outputs } from "../../trpc.ts";
import type { AuditFilters } from "./audit-filters.ts";
import { type PickedAccount, pickAccount } from "./pick-account.ts";
import type { UserFilters } from "./user-filters.ts";

export type AdminUser = Outputs["admin"]["users"]["items"][number];
export type AdminAd = AdminUser["ads"][number];
/** What hiding or restoring an ad has to know of it. */
export type HideableAd = Pick<AdminAd, "id" | "dogName" | "hiddenReason">;
export type AdminPayment = AdminUser["payments"][number];
export type AuditRecord = Outputs["admin"]["audit"]["items"][number];
export type AdminCoupon = Outputs["admin"]["coupons"]["items"][number];
export type Month = Outputs["admin"]["months"][number];

const USERS_PER_PAGE = 25;
const RECORDS_PER_PAGE = 50;
const COUPONS_PER_PAGE = 25;
const MOST_COMPARED = 50;

const initialCursor: string | null = null;

export function adminStats({ getClient }: Data) {
  return queryOptions({
    queryKey: ["admin", "stats"],
    queryFn: async ({ signal }) => (await getClient()).admin.stats.query(undefined, { signal }),
  });
}

/** The figures of the last 12 or 24 UTC months, oldest first. */
export function adminMonths({ getClient }: Data, months: 12 | 24) {
  return queryOptions({
    queryKey: ["admin", "months", months],
    queryFn: async ({ signal }) => (await getClient()).admin.months.query({ months }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The pages of the list of users, newest first. */
export function adminUsers({ getClient }: Data, filters: UserFilters) {
  return infiniteQueryOptions({
    queryKey: ["admin", "users", filters],
    queryFn: async ({ pageParam, signal }) => {
      const input = { ...filters, limit: USERS_PER_PAGE, ...(pageParam && { cursor: pageParam }) };
      return (await getClient()).admin.users.query(input, { signal });
    },
    initialPageParam: initialCursor,
    getNextPageParam: (last): string | null => last.nextCursor,
  });
}

/** The pages of the audit log, newest first. */
export function auditRecords({ getClient }: Data, filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: ["admin", "audit", filters],
    queryFn: async ({ pageParam, signal }) => {
      const input = {
        ...filters,
        limit: RECORDS_PER_PAGE,
        ...(pageParam && { cursor: pageParam }),
      };
      return (await getClient()).admin.audit.query(input, { signal });
    },
    initialPageParam: initialCursor,
    getNextPageParam: (last): string | null => last.nextCursor,
  });
}

/** The pages of all coupons, newest first. */
export function adminCoupons({ getClient }: Data) {
  return infiniteQueryOptions({
    queryKey: ["admin", "coupons"],
    queryFn: async ({ pageParam, signal }) => {
      const input = { limit: COUPONS_PER_PAGE, ...(pageParam && { cursor: pageParam }) };
      return (await getClient()).admin.coupons.query(input, { signal });
    },
    initialPageParam: initialCursor,
    getNextPageParam: (last): string | null => last.nextCursor,
  });
}

/**
 * The account that a username, an id or `id:` and an id means. "many" where too many accounts hold the text
 * for this one to be among the newest that do, "both" where it is a username and an id.
 */
export async function findAccount({ getClient }: Data, who: string): Promise<PickedAccount> {
  const client = await getClient();
  const page = await client.admin.users.query({ q: who, limit: MOST_COMPARED });
  return pickAccount(who, page.items, page.nextCursor === null);
}

/**
 * After the operator changed something: what is shown is asked for again, an ad's own page too, and the
 * rest when it is next looked at.
 */
export async function refreshAdmin({ queryClient }: Data): Promise<void> {
  queryClient.removeQueries({ queryKey: ["admin"], type: "inactive" });
  queryClient.removeQueries({ queryKey: ["ads"], type: "inactive" });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["admin"] }),
    queryClient.invalidateQueries({ queryKey: ["ads"] }),
  ]);
}
