import { expect, test } from "vitest";
import { findDaysProblem, readAuditFilters } from "./audit-filters.ts";
import { listIgnored } from "./ignored-filters.tsx";
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
])("reads %j as the user filters %j", (query, filters) => {
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
  [{ from: "0000-01-01", to: "0000-12-31" }, {}],
])("reads %j as the audit filters %j", (query, filters) => {
  expect(readAuditFilters(query)).toEqual(filters);
});

test("lists the parts of a query that the audit log and the list of users ignore", () => {
  const records = { action: "ad.eaten", subject: "42", actor: ID, to: "2026-01-31" };
  expect(listIgnored({ query: records, filters: readAuditFilters(records) })).toEqual([
    "action “ad.eaten”",
    "subject “42”",
  ]);
  const users = { q: " ", tier: "gold", active: "no", expiring: "x".repeat(500) };
  expect(listIgnored({ query: users, filters: readUserFilters(users) })).toEqual([
    "tier “gold”",
    `expiring “${"x".repeat(60)}”`,
  ]);
});

test.each([
  ["2026-02-01", "2026-01-31", "From must not be later than To"],
  ["2026-01-31", "2026-01-31", undefined],
  ["2026-01-31", "", undefined],
  [undefined, "2026-01-31", undefined],
])("checks the range from %s to %s: %s", (from, to, problem) => {
  expect(findDaysProblem(from, to)).toBe(problem);
});
