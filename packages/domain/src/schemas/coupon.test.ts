import { describe, expect, it } from "vitest";
import { CouponChange, findCouponDatesProblem, NewCoupon } from "./coupon.ts";
import { listIssues } from "./strict-object.ts";

const ID = "4b7e0c9e-3a52-4c8f-9a47-b7a0f3f0a1d2";
const coupon = { code: "Spring-26", description: "A tenth off", percentOff: 10 };

const CODE = "Code can contain only the letters A to Z, digits and symbols, without spaces";
const ONE_LINE = "must be one line without control characters";
const PERCENTAGE = "Percent off must be a whole number from 1 to 100";
const LIMIT = "Limit must be a whole number from 1 to 1,000,000";
const DATE_TIME = "must be a date-time from 2000 to 2099 such as 2027-01-31T00:00:00Z";

const issuesOf = (schema: typeof NewCoupon | typeof CouponChange, input: unknown) => {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : listIssues(parsed.error);
};

describe("a new coupon", () => {
  it("is trimmed and needs neither dates nor a limit", () => {
    expect(NewCoupon.parse({ ...coupon, code: " Spring-26\t" })).toEqual(coupon);
  });

  it.each([
    ["2027-01-31T00:00:00Z", "2027-01-31T00:00:00.000Z"],
    ["2027-01-31T01:30:00.123456+05:30", "2027-01-30T20:00:00.123Z"],
    ["2000-01-01T00:00:00Z", "2000-01-01T00:00:00.000Z"],
    ["2100-01-01T00:00:00Z", "2100-01-01T00:00:00.000Z"],
  ])("can start at %s", (startsAt, instant) => {
    expect(NewCoupon.parse({ ...coupon, startsAt }).startsAt).toEqual(new Date(instant));
  });

  it.each([null, ""])("has no end if endsAt is %j", (endsAt) => {
    expect(NewCoupon.parse({ ...coupon, endsAt, maxRedemptions: null })).toMatchObject({
      endsAt: null,
      maxRedemptions: null,
    });
  });

  it.each([
    ["!", "~".repeat(64)],
    ["%_'\"\\", "__proto__"],
  ])("can have the codes %s and %s", (...codes) => {
    for (const code of codes) expect(NewCoupon.parse({ ...coupon, code }).code).toBe(code);
  });

  it.each([
    ["code", "", "Code is required"],
    ["code", "   ", "Code is required"],
    ["code", "two words", CODE],
    ["code", "a\u00a0b", CODE],
    ["code", "a\0b", "Code contains characters that cannot be stored"],
    ["code", "İSTANBUL", CODE],
    ["code", "x".repeat(65), "Code must be at most 64 characters"],
    ["code", 7, "Code must be text"],
    ["description", " ", "Description is required"],
    ["description", "x".repeat(201), "Description must be at most 200 characters"],
    ["description", "two\nlines", `Description ${ONE_LINE}`],
    ["percentOff", 0, PERCENTAGE],
    ["percentOff", 101, PERCENTAGE],
    ["percentOff", 12.5, PERCENTAGE],
    ["percentOff", "50", PERCENTAGE],
    ["maxRedemptions", 0, LIMIT],
    ["maxRedemptions", 1_000_001, LIMIT],
    ["maxRedemptions", 1.5, LIMIT],
    ["maxRedemptions", "5", LIMIT],
    ["startsAt", "2027-01-31", `Start ${DATE_TIME}`],
    ["startsAt", "2027-01-31T00:00:00", `Start ${DATE_TIME}`],
    ["startsAt", "2027-02-30T00:00:00Z", `Start ${DATE_TIME}`],
    ["startsAt", "1999-12-31T23:59:59Z", `Start ${DATE_TIME}`],
    ["endsAt", "2100-01-01T00:00:00.001Z", `End ${DATE_TIME}`],
    ["endsAt", "9999-12-31T23:59:59-23:59", `End ${DATE_TIME}`],
    ["endsAt", 0, `End ${DATE_TIME}`],
    ["active", false, "Unknown field: active"],
  ])("is refused if %s is %j", (path, value, message) => {
    expect(issuesOf(NewCoupon, { ...coupon, [path]: value })).toEqual([{ path, message }]);
  });

  it("is refused if it does not start before it ends", () => {
    const instant = "2027-01-01T00:00:00Z";
    expect(issuesOf(NewCoupon, { ...coupon, startsAt: instant, endsAt: instant })).toEqual([
      { path: "endsAt", message: "A coupon must start before it ends" },
    ]);
  });
});

const EARLY = new Date("2027-01-01T00:00:00Z");
const LATE = new Date("2027-01-01T00:00:01Z");

it.each([
  [EARLY, LATE, undefined],
  [EARLY, EARLY, "A coupon must start before it ends"],
  [LATE, EARLY, "A coupon must start before it ends"],
  [EARLY, null, undefined],
  [null, EARLY, undefined],
  [undefined, EARLY, undefined],
  [null, undefined, undefined],
])("a coupon from %s to %s has the problem: %s", (startsAt, endsAt, problem) => {
  expect(findCouponDatesProblem(startsAt, endsAt)).toBe(problem);
});

describe("a change of a coupon", () => {
  it("can be any subset of the fields", () => {
    expect(CouponChange.parse({ id: ID })).toEqual({ id: ID });
    expect(CouponChange.parse({ id: ID, active: false })).toEqual({ id: ID, active: false });
  });

  it.each([
    ["code", "Other", "Unknown field: code"],
    ["percentOff", 20, "Unknown field: percentOff"],
    ["active", "no", "Active must be true or false"],
    ["description", null, "Description is required"],
    ["maxRedemptions", -1, LIMIT],
    ["startsAt", false, `Start ${DATE_TIME}`],
  ])("is refused if %s is %j", (path, value, message) => {
    expect(issuesOf(CouponChange, { id: ID, [path]: value })).toEqual([{ path, message }]);
  });
});
