import { AUDIT_ACTIONS, type AuditAction } from "@studbook/domain/audit";
import { isDay } from "@studbook/domain/day";
import { isUuid } from "@studbook/domain/uuid";

/** The filters of the audit log. An absent filter means all. Days are UTC, and both are included. */
export type AuditFilters = {
  action?: AuditAction;
  /** The ID of the account that acted. */
  actor?: string;
  /** The ID of the account, ad, payment or coupon that was acted on. */
  subject?: string;
  from?: string;
  to?: string;
};

/** Reads the valid filters of a query and ignores the rest. */
export function readAuditFilters(query: Record<string, unknown>): AuditFilters {
  const { actor, subject, from, to } = query;
  const action = AUDIT_ACTIONS.find((one) => one === query.action);
  return {
    ...(action && { action }),
    ...(isId(actor) && { actor }),
    ...(isId(subject) && { subject }),
    ...(typeof from === "string" && isDay(from) && { from }),
    ...(typeof to === "string" && isDay(to) && { to }),
  };
}

/** Returns what is wrong with a range of days, 'YYYY-MM-DD', either of which may be absent or ''. */
export function findDaysProblem(from?: string, to?: string): string | undefined {
  return from && to && from > to ? "From must not be later than To" : undefined;
}

function isId(value: unknown): value is string {
  return typeof value === "string" && isUuid(value);
}
