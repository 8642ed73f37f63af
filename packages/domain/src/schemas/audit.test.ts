import { describe, expect, it } from "vitest";
import { AuditSearch } from "./audit.ts";
import { listIssues } from "./strict-object.ts";

const ID = "4b7e0c9e-3a52-4c8f-9a47-b7a0f3f0a1d2";
const BAD_CURSOR = "The cursor is invalid. Start again without it.";
const BAD_LIMIT = "Limit must be a whole number from 1 to 200";

describe("a search of the audit log", () => {
  it("returns 100 records without a filter by default", () => {
    expect(AuditSearch.parse({})).toEqual({ limit: 100 });
  });

  it("accepts filters, a limit and a cursor", () => {
    const days = { from: "2026-01-31", to: "2026-02-28" };
    const cursor = "1767225600000-999999999999999";
    const search = { action: "auth.signed-in", actor: ID, subject: ID, ...days, limit: 1, cursor };
    expect(AuditSearch.parse(search)).toEqual(search);
    expect(AuditSearch.parse({ limit: 200 })).toEqual({ limit: 200 });
  });

  it.each([
    ["action", "auth.guessed", "Action must be an audit log action such as auth.signed-in"],
    ["actor", "Ann", "Actor must be a valid ID"],
    ["actor", 7, "Actor must be a valid ID"],
    ["subject", "Rex", "Subject must be a valid ID"],
    ["from", "2026-02-30", "From must be a day such as 2026-01-31"],
    ["from", 20260131, "From must be a day such as 2026-01-31"],
    ["from", "0000-01-01", "From must be a day such as 2026-01-31"],
    ["to", "2026-1-1", "To must be a day such as 2026-01-31"],
    ["limit", 0, BAD_LIMIT],
    ["limit", 201, BAD_LIMIT],
    ["limit", 1.5, BAD_LIMIT],
    ["limit", "5", BAD_LIMIT],
    ["cursor", 7, BAD_CURSOR],
    ["cursor", "", BAD_CURSOR],
    ["cursor", "1", BAD_CURSOR],
    ["cursor", "x1-1", BAD_CURSOR],
    ["cursor", "1-1x", BAD_CURSOR],
    ["cursor", "a-1", BAD_CURSOR],
    ["cursor", "1-a", BAD_CURSOR],
    ["cursor", `${"1".repeat(16)}-1`, BAD_CURSOR],
    ["cursor", `1-${"1".repeat(16)}`, BAD_CURSOR],
    ["who", "me", "Unknown field: who"],
  ])("refuses the %s %j", (path, value, message) => {
    const { error } = AuditSearch.safeParse({ [path]: value });
    expect(error && listIssues(error)).toEqual([{ path, message }]);
  });
});
