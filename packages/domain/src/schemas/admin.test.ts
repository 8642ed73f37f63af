import { describe, expect, test } from "vitest";
import { AdHiding, AdminUserSearch, MonthsRequest, UserActivation, UserFilters } from "./admin.ts";
import { listIssues } from "./strict-object.ts";
import { z } from "./z.ts";

const ID = "4b7e0c9e-3a52-4c8f-9a47-b7a0f3f0a1d2";

function issuesOf(schema: z.ZodType, input: unknown) {
  const { error } = schema.safeParse(input);
  return error ? listIssues(error) : [];
}

describe("the filters of the user list", () => {
  test.each([[{}], [{ q: "", tier: "", active: "", expiring: "" }], [{ q: "  " }]])(
    "are empty for %j",
    (filters) => {
      expect(UserFilters.parse(filters)).toEqual({});
    },
  );

  test.each([
    [{ q: " Ann " }, { q: "Ann" }],
    [{ q: "🐕".repeat(127) }, { q: "🐕".repeat(127) }],
    [{ tier: "basic" }, { tier: "basic" }],
    [{ tier: "premium" }, { tier: "premium" }],
    [{ tier: "none" }, { tier: "none" }],
    [{ active: "yes" }, { active: "yes" }],
    [{ active: "no" }, { active: "no" }],
    [{ expiring: "yes" }, { expiring: "yes" }],
  ])("parse %j as %j", (given, filters) => {
    expect(UserFilters.parse(given)).toEqual(filters);
  });

  test.each([
    ["q", 7, "Search must be text"],
    ["q", "x".repeat(255), "Search must be at most 254 characters"],
    ["q", "a\0b", "Search contains unsupported characters"],
    ["q", "a\ud800", "Search contains unsupported characters"],
    ["tier", "gold", "Tier must be one of: basic, premium, none"],
    ["tier", 7, "Tier must be one of: basic, premium, none"],
    ["active", "maybe", "Active must be yes or no"],
    ["active", true, "Active must be yes or no"],
    ["expiring", "no", "Expiring must be yes"],
    ["role", "admin", "Unknown field: role"],
  ])("refuse the %s %j", (path, value, message) => {
    expect(issuesOf(UserFilters, { [path]: value })).toEqual([{ path, message }]);
  });

  test("can be combined with paging", () => {
    const search = { q: "Ann", tier: "basic", active: "yes", expiring: "yes", limit: 5 };
    expect(AdminUserSearch.parse(search)).toEqual(search);
    expect(AdminUserSearch.parse({})).toEqual({ limit: 100 });
  });

  test("have their values and '' in the JSON schema", () => {
    const { properties } = z.toJSONSchema(UserFilters, { io: "input" });
    expect(properties).toMatchObject({
      tier: { enum: ["basic", "premium", "none", ""] },
      active: { enum: ["yes", "no", ""] },
      expiring: { enum: ["yes", ""] },
    });
  });
});

const schemas = { UserActivation, AdHiding, MonthsRequest };
type Name = keyof typeof schemas;

test.each<[Name, unknown]>([
  ["UserActivation", { id: ID, isActive: false }],
  ["UserActivation", { id: ID, isActive: true }],
  ["AdHiding", { id: ID, reason: "Not a dog.\nSee the photos." }],
  ["AdHiding", { id: ID, reason: "x".repeat(500) }],
  ["MonthsRequest", { months: 12 }],
  ["MonthsRequest", { months: 24 }],
])("%s accepts %j", (name, input) => {
  expect(schemas[name].parse(input)).toEqual(input);
});

test.each<[Name, unknown, string, string]>([
  ["UserActivation", { id: ID }, "isActive", "isActive must be true or false"],
  ["UserActivation", { id: ID, isActive: "no" }, "isActive", "isActive must be true or false"],
  ["AdHiding", { id: ID }, "reason", "Reason is required"],
  ["AdHiding", { id: ID, reason: " " }, "reason", "Reason is required"],
  [
    "AdHiding",
    { id: ID, reason: "x".repeat(501) },
    "reason",
    "Reason must be at most 500 characters",
  ],
  ["MonthsRequest", { months: 6 }, "months", "Months must be 12 or 24"],
  ["MonthsRequest", { months: "12" }, "months", "Months must be 12 or 24"],
])("%s refuses %j", (name, input, path, message) => {
  expect(issuesOf(schemas[name], input)).toEqual([{ path, message }]);
});

test("the monthly figures cover 12 months by default", () => {
  expect(MonthsRequest.parse({})).toEqual({ months: 12 });
});
