import { describe, expect, it } from "vitest";
import { AuditSearch, isAuditDetails } from "./audit.ts";

describe("details of a record", () => {
  it.each([
    [{}, true],
    [{ by: "cli", rows: 3, searched: false }, true],
    [{ intent: "pi_3Nabc", attempt: "4b7e0c9e-3a52-4c8f-9a47-b7a0f3f0a1d2" }, true],
    [{ name: "Ann Lee" }, false],
    [{ email: "ann@example.com" }, false],
    [{ phone: "(512) 555-0100" }, false],
    [{ note: "x".repeat(65) }, false],
    [{ name: "Öberg" }, false],
    [{ by: "" }, false],
  ])("%j are fit for the log: %s", (details, fit) => {
    expect(isAuditDetails(details)).toBe(fit);
  });
});

describe("a search of the log", () => {
  it("has a page of 100 and no filter unless told", () => {
    expect(AuditSearch.parse({})).toEqual({ limit: 100 });
  });

  it.each([
    { from: "2026-02-30" },
    { from: "2026-1-1" },
    { from: "0000-01-01" },
    { to: "0000-12-31" },
    { limit: 201 },
    { who: "me" },
  ])("refuses %j", (search) => {
    expect(AuditSearch.safeParse(search).success).toBe(false);
  });
});
