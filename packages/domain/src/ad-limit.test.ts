import { expect, test } from "vitest";
import { decideAdLimit } from "./ad-limit.ts";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const LATER = new Date("2026-11-21T12:00:00.001Z");

function user(membershipTier: string | null, membershipExpiresAt: Date | null, isAdmin = false) {
  return { membershipTier, membershipExpiresAt, isAdmin };
}

test.each([
  ["a first ad on Basic", user("basic", LATER), 0],
  ["a hundredth ad on Premium", user("premium", LATER), 99],
  ["any ad of an admin without membership", user(null, null, true), 99],
  ["any ad of an admin whose membership expired", user("basic", NOW, true), 99],
])("allows %s", (_what, who, used) => {
  expect(decideAdLimit(who, used, NOW)).toEqual({ kind: "allowed" });
});

test.each([1, 2])("refuses one more ad on Basic with %i stored", (used) => {
  expect(decideAdLimit(user("basic", LATER), used, NOW)).toEqual({
    kind: "limit-reached",
    limit: 1,
    code: "AD_LIMIT_REACHED",
    message: "Basic allows 1 listing. Upgrade to Premium to create more.",
  });
});

test("refuses a user who never had a membership", () => {
  expect(decideAdLimit(user(null, null), 0, NOW)).toMatchObject({
    kind: "not-a-member",
    membership: "none",
    code: "MEMBERSHIP_REQUIRED",
    message: "You need a membership to create a listing.",
  });
});

test.each(["basic", "premium"])(
  "refuses a %s member at the instant of expiry because the membership has expired",
  (tier) => {
    expect(decideAdLimit(user(tier, NOW), 5, NOW)).toMatchObject({
      kind: "not-a-member",
      membership: "expired",
      message: "Your membership expired on Nov 21, 2026. Renew it to create a listing.",
    });
  },
);
