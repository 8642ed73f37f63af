import { describe, expect, it } from "vitest";
import { CouponChange, NewCoupon } from "./coupon.ts";
import { listIssues } from "./strict-object.ts";

const ID = "4b7e0c9e-3a52-4c8f-9a47-b7a0f3f0a1d2";
const coupon = { code: "Spring-26", description: "A tenth off", percentOff: 10 };

const pathsOf = (schema: typeof NewCoupon | typeof CouponChange, input: unknown) => {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : listIssues(parsed.error).map(({ path }) => path);
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
  ])("begins at %s", (startsAt, instant) => {
    expect(NewCoupon.parse({ ...coupon, startsAt }).startsAt).toEqual(new Date(instant));
  });

  it.each([null, ""])("has no end when that is %j", (endsAt) => {
    expect(NewCoupon.parse({ ...coupon, endsAt, maxRedemptions: null })).toMatchObject({
      endsAt: null,
      maxRedemptions: null,
    });
  });

  it.each([
    ["!", "~".repeat(64)],
    ["%_'\"\\", "__proto__"],
  ])("may have the codes %s and %s", (...codes) => {
    for (const code of codes) expect(NewCoupon.parse({ ...coupon, code }).code).toBe(code);
  });

  it.each([
    [{ code: "" }, "code"],
    [{ code: "   " }, "code"],
    [{ code: "two words" }, "code"],
    [{ code: "a\u00a0b" }, "code"],
    [{ code: "a\0b" }, "code"],
    [{ code: "İSTANBUL" }, "code"],
    [{ code: "x".repeat(65) }, "code"],
    [{ code: 7 }, "code"],
    [{ description: " " }, "description"],
    [{ description: "x".repeat(201) }, "description"],
    [{ description: "two\nlines" }, "description"],
    [{ percentOff: 0 }, "percentOff"],
    [{ percentOff: 101 }, "percentOff"],
    [{ percentOff: 12.5 }, "percentOff"],
    [{ percentOff: "50" }, "percentOff"],
    [{ maxRedemptions: 0 }, "maxRedemptions"],
    [{ maxRedemptions: 1_000_001 }, "maxRedemptions"],
    [{ maxRedemptions: 1.5 }, "maxRedemptions"],
    [{ startsAt: "2027-01-31" }, "startsAt"],
    [{ startsAt: "2027-01-31T00:00:00" }, "startsAt"],
    [{ startsAt: "2027-02-30T00:00:00Z" }, "startsAt"],
    [{ startsAt: "1999-12-31T23:59:59Z" }, "startsAt"],
    [{ endsAt: "2100-01-01T00:00:00.001Z" }, "endsAt"],
    [{ endsAt: "9999-12-31T23:59:59-23:59" }, "endsAt"],
    [{ endsAt: 0 }, "endsAt"],
    [{ startsAt: "2027-01-01T00:00:00Z", endsAt: "2027-01-01T00:00:00Z" }, "endsAt"],
    [{ active: false }, "active"],
  ])("is refused with %j", (fields, path) => {
    expect(pathsOf(NewCoupon, { ...coupon, ...fields })).toEqual([path]);
  });
});

describe("a change", () => {
  it("is any subset", () => {
    expect(CouponChange.parse({ id: ID })).toEqual({ id: ID });
    expect(CouponChange.parse({ id: ID, active: false })).toEqual({ id: ID, active: false });
  });

  it.each([
    [{ code: "Other" }, "code"],
    [{ percentOff: 20 }, "percentOff"],
    [{ active: "no" }, "active"],
    [{ description: null }, "description"],
    [{ maxRedemptions: -1 }, "maxRedemptions"],
  ])("is refused with %j", (fields, path) => {
    expect(pathsOf(CouponChange, { id: ID, ...fields })).toEqual([path]);
  });
});
