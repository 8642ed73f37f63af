import { expect, test } from "vitest";
import { readAuditFilters } from "./audit-filters.ts";
import { readUserFilters } from "./user-filters.ts";

const ID = "6b1f0e4a-93d7-4c39-8a55-0e7c1f2d9b40";

test.each([
  [
    { q: " dale ", tier: "none", active: "no", expiring: "yes" },
    { q: "dale", tier: "none", active: "no", expiring: "yes" },
  ],
  [{ q: "   ", tier: "gold", active: "1", expiring: "no" }, {}],
  [{ q: "a\0b" }, {}],
  [{ q: "\ud800" }, {}],
  [{ q: "x".repeat(300) }, { q: "x".repeat(254) }],
  [{ tier: "" }, {}],
])("of %j the list of users takes %j", (query, filters) => {
  expect(readUserFilters(query)).toEqual(filters);
});

test.each([
  [
    { action: "ad.hidden", actor: ID, subject: ID, from: "2026-01-31", to: "2028-02-29" },
    { action: "ad.hidden", actor: ID, subject: ID, from: "2026-01-31", to: "2028-02-29" },
  ],
  [{ action: "ad.eaten", actor: "admin", subject: "42" }, {}],
  [{ from: "2026-02-30", to: "2027-02-29" }, {}],
  [{ from: "31.1.2026", to: "2026-13-01" }, {}],
])("of %j the audit log takes %j", (query, filters) => {
  expect(readAuditFilters(query)).toEqual(filters);
});
