import { listIssues } from "@studbook/domain/schemas/strict-object";
import { describe, expect, test } from "vitest";
import {
  type CouponTexts,
  couponTermsForm,
  type IsIncomplete,
  NO_TEXTS,
  newCouponForm,
  pickChanges,
  toTexts,
} from "./coupon-form-values.ts";

const texts = { ...NO_TEXTS, code: " SPRING ", percentOff: "20", description: "A fifth off" };
const noneIncomplete: IsIncomplete = () => false;

const created = (change: Partial<typeof texts>, isIncomplete = noneIncomplete) =>
  newCouponForm(isIncomplete).safeParse({ ...texts, ...change });

const problems = (...given: Parameters<typeof created>) => {
  const { error } = created(...given);
  return error ? listIssues(error).map(({ path, message }) => `${path}: ${message}`) : [];
};

describe("a new coupon", () => {
  test("needs neither dates nor a limit", () => {
    expect(created({}).data).toEqual({
      code: "SPRING",
      percentOff: 20,
      description: "A fifth off",
      startsAt: null,
      endsAt: null,
      maxRedemptions: null,
    });
  });

  test("counts from the start of its first UTC day to the end of its last", () => {
    const days = { startsAt: "2027-03-01", endsAt: "2027-03-01" };
    expect(created(days).data).toMatchObject({
      startsAt: "2027-03-01T00:00:00.000Z",
      endsAt: "2027-03-02T00:00:00.000Z",
    });
    expect(created({ endsAt: "2099-12-31" }).data?.endsAt).toBe("2100-01-01T00:00:00.000Z");
  });

  test("takes numbers as people write them", () => {
    expect(created({ percentOff: " 50 %", maxRedemptions: "1,000" }).data).toMatchObject({
      percentOff: 50,
      maxRedemptions: 1000,
    });
  });

  const BAD_PERCENTAGE = "percentOff: Percent off must be a whole number from 1 to 100";
  const BAD_LIMIT = "maxRedemptions: Limit must be a whole number from 1 to 1,000,000";

  test.each([
    [{ percentOff: "" }, BAD_PERCENTAGE],
    [{ percentOff: "half" }, BAD_PERCENTAGE],
    [{ percentOff: "12.5" }, BAD_PERCENTAGE],
    [{ percentOff: "101" }, BAD_PERCENTAGE],
    [{ maxRedemptions: "0" }, BAD_LIMIT],
    [{ maxRedemptions: "some" }, BAD_LIMIT],
    [{ maxRedemptions: "50%" }, BAD_LIMIT],
    [{ description: " " }, "description: Description is required"],
    [{ startsAt: "1999-12-31" }, "startsAt: First day must be in the years 2000 to 2099"],
    [{ endsAt: "2100-01-01" }, "endsAt: Last day must be in the years 2000 to 2099"],
    [{ endsAt: "12027-01-01" }, "endsAt: Last day must be in the years 2000 to 2099"],
    [
      { startsAt: "2027-03-02", endsAt: "2027-03-01" },
      "endsAt: A coupon must begin before it ends",
    ],
  ])("is refused with %j", (change, problem) => {
    expect(problems(change)).toEqual([problem]);
  });

  test("names all that is missing at once", () => {
    expect(problems({ ...NO_TEXTS, code: "", percentOff: "" }).map((text) => text.split(":")[0]))
      // In the order of the form.
      .toEqual(["code", "percentOff", "description"]);
  });

  test("has no date that was typed in part", () => {
    expect(problems({}, (field) => field === "endsAt")).toEqual([
      "endsAt: Last day is incomplete. Give month, day and year, or none of them",
    ]);
  });
});

describe("a coupon that exists", () => {
  const coupon = {
    id: "6b1f0e4a-93d7-4c39-8a55-0e7c1f2d9b40",
    code: "SPRING",
    description: "A fifth off",
    percentOff: 20,
    active: true,
    startsAt: "2027-03-01T09:30:00.000Z",
    endsAt: "2027-06-01T00:00:00.000Z",
    maxRedemptions: 1000,
    uses: 0,
    createdAt: "2026-11-21T12:00:00.000Z",
  };
  const before = toTexts(coupon);
  const changes = (change: Partial<CouponTexts>) => {
    const after = { ...before, ...change };
    return pickChanges(before, after, couponTermsForm(noneIncomplete).parse(after));
  };

  test("is shown with its first and its last day", () => {
    expect(before).toEqual({
      description: "A fifth off",
      startsAt: "2027-03-01",
      endsAt: "2027-05-31",
      maxRedemptions: "1,000",
    });
    expect(toTexts({ ...coupon, startsAt: null, endsAt: null, maxRedemptions: null })).toEqual({
      ...NO_TEXTS,
      description: "A fifth off",
    });
  });

  test("keeps what was not touched, a beginning within a day too", () => {
    expect(changes({})).toEqual({});
    expect(changes({ description: "Off" })).toEqual({ description: "Off" });
  });

  test("loses what was emptied and takes what was typed", () => {
    expect(changes({ startsAt: "", endsAt: "2027-06-30", maxRedemptions: "" })).toEqual({
      startsAt: null,
      endsAt: "2027-07-01T00:00:00.000Z",
      maxRedemptions: null,
    });
  });
});
