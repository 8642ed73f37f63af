import { describe, expect, test } from "vitest";
import { describeMembership, formatDaysLeft } from "./describe-membership.ts";

const now = new Date("2026-11-21T12:00:00Z");
const member = { isAdmin: false, membershipTier: null, membershipExpiresAt: null };

describe("describeMembership", () => {
  test.each([
    ["premium", "2027-03-04T23:59:00Z", "Premium Member", "Expires Mar 4, 2027", "saddle"],
    ["basic", "2027-03-04T00:00:00Z", "Basic Member", "Expires Mar 4, 2027", "saddle"],
    ["basic", "2026-11-21T12:00:00Z", "Expired Nov 21, 2026", undefined, "danger"],
    ["premium", "2025-01-01T00:00:00Z", "Expired Jan 1, 2025", undefined, "danger"],
  ])(
    "describes %s until %s as %j and %j",
    (membershipTier, membershipExpiresAt, badge, note, tone) => {
      const text = describeMembership({ ...member, membershipTier, membershipExpiresAt }, now);
      expect(text).toMatchObject({ badge, note, tone });
    },
  );

  test("says that there is no membership", () => {
    expect(describeMembership(member, now)).toMatchObject({
      badge: "No membership",
      tone: "muted",
    });
  });

  test("describes an admin as Admin, whatever was paid before", () => {
    const user = { isAdmin: true, membershipTier: "basic", membershipExpiresAt: "2020-01-01" };
    expect(describeMembership(user, now)).toMatchObject({ badge: "Admin", note: undefined });
  });
});

test.each([
  ["2027-03-04T12:00:00Z", "103 days left"],
  ["2027-03-04T11:59:59Z", "102 days left"],
  ["2026-11-22T12:00:00Z", "1 day left"],
  ["2026-11-22T11:59:59Z", "Less than a day left"],
])("says how long a membership lasts until %s: %j", (expiresAt, text) => {
  expect(formatDaysLeft(new Date(expiresAt), now)).toBe(text);
});
