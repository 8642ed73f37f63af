import { isDay } from "@studbook/domain/day";
import { AUDIT_ACTIONS, type AuditAction } from "@studbook/domain/schemas/audit";
import { isUuid } from "@studbook/domain/uuid";

/** What the audit log is narrowed to. An absent one means all; days are UTC's, both included. */
export type AuditFilters = {
  action?: AuditAction;
  /** The id of the account that acted. */
  actor?: string;
  /** The id of what was acted upon. */
  subject?: string;
  from?: string;
  to?: string;
};

/** Takes what makes sense from a query and leaves the rest out. */
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

/** The parts of a query that make no sense and were left out, such as 'action “ad.eaten”'. */
export function listLeftOut(query: Record<string, string>, filters: AuditFilters): string[] {
  return Object.entries(query)
    .filter(([name]) => !(name in filters))
    .map(([name, text]) => `${name} “${text}”`);
}

/** What is wrong with two days, 'YYYY-MM-DD', either of which may be absent or ''. */
export function findDaysProblem(from?: string, to?: string): string | undefined {
  return from && to && from > to ? "From must not be later than To" : undefined;
}

function isId(value: unknown): value is string {
  return typeof value === "string" && isUuid(value);
}
