import { describe, expect, test } from "vitest";
import { describeMembership } from "./describe-membership.ts";

const now = new Date("2026-11-21T12:00:00Z");
const member = { isAdmin: false, membershipTier: null, membershipExpiresAt: null };

describe("the words of a membership", () => {
  test.each([
    ["premium", "2027-03-04T23:59:00Z", "Premium Member", "Expires Mar 4, 2027", "saddle"],
    ["basic", "2027-03-04T00:00:00Z", "Basic Member", "Expires Mar 4, 2027", "saddle"],
    ["basic", "2026-11-21T12:00:00Z", "Expired Nov 21, 2026", undefined, "danger"],
    ["premium", "2025-01-01T00:00:00Z", "Expired Jan 1, 2025", undefined, "danger"],
  ])("of %s until %s are %j and %j", (membershipTier, membershipExpiresAt, badge, note, tone) => {
    const words = describeMembership({ ...member, membershipTier, membershipExpiresAt }, now);
    expect(words).toMatchObject({ badge, note, tone });
  });

  test("say when there is none", () => {
    expect(describeMembership(member, now)).toMatchObject({
      badge: "No membership",
      tone: "muted",
    });
  });

  test("of an admin are Admin alone, whatever was paid before", () => {
    const user = { isAdmin: true, membershipTier: "basic", membershipExpiresAt: "2020-01-01" };
    expect(describeMembership(user, now)).toMatchObject({ badge: "Admin", note: undefined });
  });
});
