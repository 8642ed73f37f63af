import { ageInYears, utcDay } from "@studbook/domain/age";
import { BREEDS } from "@studbook/domain/breeds";
import { membershipState } from "@studbook/domain/membership";
import { findPauseProblem } from "@studbook/domain/pause";
import { photoPath } from "@studbook/domain/photos";
import { PLANS } from "@studbook/domain/plans";
import { Username } from "@studbook/domain/schemas/account";
import { newAdOn } from "@studbook/domain/schemas/ad";
import { STATE_CODES } from "@studbook/domain/states";
import { describe, expect, test } from "vitest";
import { CLUB_TESTS } from "../test/club-tests.ts";
import { PLACES } from "./data/places.ts";
import { generateDemo } from "./demo-data.ts";
import { ASPECTS } from "./portraits/aspects.ts";
import type { DemoAd, DemoUser } from "./types.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const today = utcDay(now);
const DAY = 24 * 60 * 60 * 1000;
const { users, ads, payments } = generateDemo({ seed: 1, now, clubTests: CLUB_TESTS });
const publicAds = ads.filter((ad) => isPublic(ownerOf(ad)));

function ownerOf(ad: DemoAd): DemoUser {
  const owner = users.find(({ id }) => id === ad.userId);
  if (!owner) throw new Error(`${ad.dogName} has no owner`);
  return owner;
}

function isPublic(user: DemoUser): boolean {
  return user.isActive && membershipState(user, now).kind === "active";
}

function adsOf(username: string): DemoAd[] {
  return ads.filter((ad) => ownerOf(ad).username === username);
}

test("generates the same data for the same seed and time, and other data for another seed", () => {
  expect(generateDemo({ seed: 1, now, clubTests: CLUB_TESTS })).toEqual({ users, ads, payments });
  expect(generateDemo({ seed: 2, now, clubTests: CLUB_TESTS }).ads).not.toEqual(ads);
});

describe("for any seed", () => {
  test.each([1, 2, 3, 4, 5])(
    "seed %i lists every breed and state in at least 320 public ads",
    (seed) => {
      const demo = generateDemo({ seed, now, clubTests: CLUB_TESTS });
      const shown = new Set(demo.users.filter(isPublic).map(({ id }) => id));
      const listed = demo.ads.filter((ad) => shown.has(ad.userId) && ad.pausedUntil === null);
      expect(listed.length).toBeGreaterThanOrEqual(320);
      expect(new Set(listed.map((ad) => ad.breed))).toEqual(new Set(BREEDS));
      expect(new Set(listed.map((ad) => ad.state))).toEqual(new Set(STATE_CODES));
    },
  );
});

describe("accounts", () => {
  test("named accounts have their tier, membership state and ads", () => {
    const [admin, ...members] = ["admin", "basic", "premium", "expired"].map((name) =>
      users.find(({ username }) => username === name),
    );
    expect(admin).toMatchObject({ isAdmin: true, membershipTier: null });
    expect(members.map((user) => user && membershipState(user, now))).toMatchObject([
      { kind: "active", tier: "basic" },
      { kind: "active", tier: "premium" },
      { kind: "expired" },
    ]);
    const counts = ["admin", "basic", "premium", "expired"].map((name) => adsOf(name).length);
    expect(counts).toEqual([0, 1, 4, 2]);
  });

  test("usernames are valid and unique regardless of case", () => {
    for (const { username } of users) expect(Username.parse(username)).toBe(username);
    const keys = users.map(({ username }) => username.toLowerCase());
    expect(new Set(keys).size).toBe(users.length);
  });

  test("about one in twelve owners with ads is expired and one in twenty-five is inactive", () => {
    const owners = users.filter((user) => ads.some((ad) => ad.userId === user.id));
    const share = (count: number) => count / owners.length;
    const expired = owners.filter((user) => membershipState(user, now).kind === "expired");
    const inactive = owners.filter((user) => !user.isActive);
    expect(share(expired.length)).toBeCloseTo(0.08, 1);
    expect(share(inactive.length)).toBeCloseTo(0.04, 1);
    expect(ads.length).toBeGreaterThan(publicAds.length + 20);
  });

  test("nobody exceeds the ad limit of their plan", () => {
    for (const user of users.filter(({ membershipTier }) => membershipTier === "basic")) {
      expect(ads.filter((ad) => ad.userId === user.id).length).toBeLessThanOrEqual(1);
    }
  });
});

describe("ads", () => {
  test("pass the validation of the ad form", () => {
    const NewAd = newAdOn(today);
    for (const { id, userId, photos, createdAt, updatedAt, pausedUntil, ...fields } of ads) {
      const input = { ...fields, images: [photoPath(id, 1600)] };
      const { zip } = fields.record?.place ?? {};
      const record = fields.record && { ...fields.record, ...(zip && { place: { zip } }) };
      expect(NewAd.parse(input)).toEqual({ ...input, record });
      expect(createdAt.getTime()).toBeLessThan(now.getTime());
      expect(photos.length).toBeLessThanOrEqual(3);
    }
  });

  test("list dogs aged 1 to 11 years for 250 to 4,000 dollars", () => {
    for (const { birthdate, studFee } of ads) {
      expect(ageInYears(birthdate, today)).toBeGreaterThanOrEqual(1);
      expect(ageInYears(birthdate, today)).toBeLessThanOrEqual(11);
      expect(studFee % 50).toBe(0);
      expect(studFee).toBeGreaterThanOrEqual(250);
      expect(studFee).toBeLessThanOrEqual(4000);
    }
  });

  test("use only example.com addresses and fictional phone numbers with the state's area code", () => {
    const addresses = [...ads.map((ad) => ad.ownerEmail), ...users.map((user) => user.email)];
    for (const email of addresses) expect(email ?? "@example.com").toMatch(/@example\.com$/);
    for (const { ownerPhone, state } of ads.filter((ad) => ad.ownerPhone)) {
      expect(ownerPhone).toMatch(/^\(\d{3}\) 555-01\d\d$/);
      expect(ownerPhone).toContain(`(${PLACES[state].areaCode})`);
    }
    expect(ads.filter((ad) => ad.ownerPhone === null).length).toBeGreaterThan(50);
  });

  test("have nearly unique descriptions of two or three paragraphs", () => {
    for (const { description } of ads) {
      expect(description.split("\n\n").length).toBeGreaterThanOrEqual(2);
      expect(description.split("\n\n").length).toBeLessThanOrEqual(3);
      expect(description).not.toMatch(/[{}]|undefined/);
    }
    expect(new Set(ads.map((ad) => ad.description)).size).toBeGreaterThan(ads.length - 5);
  });

  test("never claim that a dog or owner was vetted", () => {
    const vetting = /verif|trusted|guarant|certif|approved|background check|health clear/i;
    for (const { description } of ads) expect(description).not.toMatch(vetting);
  });

  test("have photos of their own breed, except for three older ads without photos", () => {
    const bare = publicAds.filter((ad) => ad.photos.length === 0);
    expect(bare).toHaveLength(3);
    for (const { createdAt } of bare) {
      expect(now.getTime() - createdAt.getTime()).toBeGreaterThan(200 * DAY);
    }
    for (const { breed, photos } of ads) {
      expect(new Set(photos.map(({ take }) => take)).size).toBe(photos.length);
      for (const photo of photos) expect(photo.breed).toBe(breed);
    }
  });

  test("have photos in all proportions, of which few are panoramas", () => {
    const photos = ads.flatMap((ad) => ad.photos);
    const shares = ASPECTS.map((each) => {
      const count = photos.filter(({ aspect }) => aspect === each).length;
      return [each, count / photos.length];
    });
    for (const [, share] of shares) expect(share).toBeGreaterThan(0.02);
    expect(Object.fromEntries(shares)["5:2"]).toBeLessThan(0.1);
  });

  test("are paused in a few cases, one of them of the account premium", () => {
    const paused = publicAds.filter((ad) => ad.pausedUntil !== null);
    expect(paused.map(ownerOf)).toContainEqual(expect.objectContaining({ username: "premium" }));
    expect(paused.map((ad) => ad.pausedUntil)).toContain("infinity");
    expect(paused).toHaveLength(4);
    const days = paused.flatMap(({ pausedUntil: until }) =>
      until instanceof Date ? [until.toISOString()] : [],
    );
    for (const day of days) {
      expect(day).toMatch(/T00:00:00\.000Z$/);
      expect(findPauseProblem(day.slice(0, 10), now)).toBeUndefined();
    }
  });

  test("were created over 300 days and changed during memberships, some in the same millisecond", () => {
    for (const ad of ads) {
      const { createdAt, membershipExpiresAt } = ownerOf(ad);
      expect(ad.createdAt.getTime()).toBeGreaterThan(createdAt.getTime());
      expect(ad.updatedAt.getTime()).toBeGreaterThanOrEqual(ad.createdAt.getTime());
      expect(ad.updatedAt.getTime()).toBeLessThanOrEqual(membershipExpiresAt?.getTime() ?? 0);
    }
    const instants = publicAds.map((ad) => ad.createdAt.getTime());
    expect(Math.min(...instants)).toBeLessThan(now.getTime() - 280 * DAY);
    expect(new Set(instants).size).toBeLessThan(instants.length - 3);
  });
});

describe("payments", () => {
  test("have the plan's price and a fictional intent, and two of them failed", () => {
    const intents = payments.map((payment) => payment.stripePaymentIntentId);
    expect(new Set(intents).size).toBe(intents.length);
    for (const { amount, membershipTier, stripePaymentIntentId } of payments) {
      expect(amount).toBe(PLANS[membershipTier].priceCents);
      expect(stripePaymentIntentId).toMatch(/^pi_demo_\w+$/);
    }
    expect(payments.filter(({ status }) => status === "failed")).toHaveLength(2);
  });

  test("cover the membership until it expires and are in the past", () => {
    for (const user of users.filter(({ membershipTier }) => membershipTier !== null)) {
      const paid = payments.filter(({ userId, period }) => userId === user.id && period);
      expect(paid.at(-1)?.period?.to).toEqual(user.membershipExpiresAt);
    }
    for (const { createdAt } of payments) expect(createdAt.getTime()).toBeLessThan(now.getTime());
  });
});
