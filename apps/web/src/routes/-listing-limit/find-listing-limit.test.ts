import { expect, test } from "vitest";
import { findAdCountText, findListingLimit } from "./find-listing-limit.ts";

const now = new Date("2026-11-21T12:00:00Z");
const basic = {
  isAdmin: false,
  adCount: 0,
  membershipTier: "basic",
  membershipExpiresAt: "2027-01-01T00:00:00.000Z",
};

test("a Basic member may have one listing, a Premium member any number", () => {
  expect(findListingLimit(basic, now)).toBeUndefined();
  expect(findListingLimit({ ...basic, adCount: 1 }, now)).toBe("reached");
  const premium = { ...basic, membershipTier: "premium", adCount: 40 };
  expect(findListingLimit(premium, now)).toBeUndefined();
  expect(findAdCountText(premium, now)).toBe("40 / ∞ ads");
  expect(findAdCountText({ ...basic, adCount: 1 }, now)).toBe("1 / 1 ads");
});

test("an expired member sees the expiry, but no limit and no count", () => {
  const expired = { ...basic, adCount: 1, membershipExpiresAt: now.toISOString() };
  expect(findListingLimit(expired, now)).toBe("expired");
  expect(findAdCountText(expired, now)).toBeUndefined();
});

test("a user who never paid has no membership, and an admin needs none", () => {
  const unpaid = { ...basic, membershipTier: null, membershipExpiresAt: null };
  expect(findListingLimit(unpaid, now)).toBe("none");
  expect(findAdCountText(unpaid, now)).toBeUndefined();
  expect(findListingLimit({ ...unpaid, isAdmin: true, adCount: 3 }, now)).toBeUndefined();
  expect(findAdCountText({ ...basic, isAdmin: true }, now)).toBeUndefined();
});
