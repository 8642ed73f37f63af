import { describe, expect, test } from "vitest";
import { addOneYear, membershipState } from "./membership.ts";

const EXPIRY = "2026-11-21T12:00:00.000Z";

describe("membershipState", () => {
  test.each([
    ["2026-11-21T11:59:59.999Z", "active"],
    ["2026-11-21T12:00:00.000Z", "expired"],
    ["2026-11-21T12:00:00.001Z", "expired"],
  ])("of a membership that expires at noon is, at %s, %s", (now, kind) => {
    const expiresAt = new Date(EXPIRY);
    for (const membershipExpiresAt of [expiresAt, EXPIRY]) {
      const user = { membershipTier: "basic", membershipExpiresAt };
      expect(membershipState(user, new Date(now))).toEqual({ kind, tier: "basic", expiresAt });
    }
  });

  test.each([
    [null, null],
    ["basic", null],
    [null, EXPIRY],
    ["gold", EXPIRY],
  ])("is none if the tier is %s and the expiry %s", (membershipTier, membershipExpiresAt) => {
    const user = { membershipTier, membershipExpiresAt };
    expect(membershipState(user, new Date("2026-01-01"))).toEqual({ kind: "none" });
  });
});

describe("addOneYear", () => {
  test.each([
    ["2026-11-21T23:59:59.999Z", "2027-11-21T23:59:59.999Z"],
    ["2024-02-29T23:30:00.000Z", "2025-02-28T23:30:00.000Z"],
    ["2023-02-28T10:00:00.000Z", "2024-02-28T10:00:00.000Z"],
    ["2023-03-01T00:00:00.000Z", "2024-03-01T00:00:00.000Z"],
    ["2026-12-31T00:00:00.000Z", "2027-12-31T00:00:00.000Z"],
  ])("returns for %s the date %s", (from, to) => {
    const date = new Date(from);
    expect(addOneYear(date).toISOString()).toBe(to);
    expect(date.toISOString()).toBe(from);
  });
});
