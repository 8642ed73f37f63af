import { listIssues } from "@studbook/domain/schemas/strict-object";
import { describe, expect, test } from "vitest";
import {
  type CouponFormValues,
  couponTermsForm,
  EMPTY_VALUES,
  type IsIncomplete,
  newCouponForm,
  pickChanges,
  toFormValues,
} from "./coupon-form-values.ts";

const values = { ...EMPTY_VALUES, code: " SPRING ", percentOff: "20", description: "A fifth off" };
const noneIncomplete: IsIncomplete = () => false;

const parseNewCoupon = (change: Partial<typeof values>, isIncomplete = noneIncomplete) =>
  newCouponForm(isIncomplete).safeParse({ ...values, ...change });

const listProblems = (...given: Parameters<typeof parseNewCoupon>) => {
  const { error } = parseNewCoupon(...given);
  return error ? listIssues(error).map(({ path, message }) => `${path}: ${message}`) : [];
};

describe("a new coupon", () => {
  test("may have no dates and no limit", () => {
    expect(parseNewCoupon({}).data).toEqual({
      code: "SPRING",
      percentOff: 20,
      description: "A fifth off",
      startsAt: null,
      endsAt: null,
      maxRedemptions: null,
    });
  });

  test("is valid from the start of its first UTC day to the end of its last", () => {
    const days = { startsAt: "2027-03-01", endsAt: "2027-03-01" };
    expect(parseNewCoupon(days).data).toMatchObject({
      startsAt: "2027-03-01T00:00:00.000Z",
      endsAt: "2027-03-02T00:00:00.000Z",
    });
    expect(parseNewCoupon({ endsAt: "2099-12-31" }).data?.endsAt).toBe("2100-01-01T00:00:00.000Z");
  });

  test("accepts spaces, a percent sign and thousands separators in numbers", () => {
    expect(parseNewCoupon({ percentOff: " 50 %", maxRedemptions: "1,000" }).data).toMatchObject({
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
    [{ startsAt: "1999-12-31" }, "startsAt: First day must be between 2000 and 2099"],
    [{ endsAt: "2100-01-01" }, "endsAt: Last day must be between 2000 and 2099"],
    [{ endsAt: "12027-01-01" }, "endsAt: Last day must be between 2000 and 2099"],
    [
      { startsAt: "2027-03-02", endsAt: "2027-03-01" },
      "endsAt: A coupon must start before it ends",
    ],
  ])("is invalid with %j", (change, problem) => {
    expect(listProblems(change)).toEqual([problem]);
  });

  test("reports all missing fields in form order", () => {
    expect(
      listProblems({ ...EMPTY_VALUES, code: "", percentOff: "" }).map((text) => text.split(":")[0]),
    ).toEqual(["code", "percentOff", "description"]);
  });

  test("cannot have an incomplete date", () => {
    expect(listProblems({}, (field) => field === "endsAt")).toEqual([
      "endsAt: Last day is incomplete. Enter the month, day and year, or clear the field.",
    ]);
  });
});

describe("an existing coupon", () => {
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
  const before = toFormValues(coupon);
  const changesAfter = (change: Partial<CouponFormValues>) => {
    const after = { ...before, ...change };
    return pickChanges(before, after, couponTermsForm(noneIncomplete).parse(after));
  };

  test("is shown with its first and last day", () => {
    expect(before).toEqual({
      description: "A fifth off",
      startsAt: "2027-03-01",
      endsAt: "2027-05-31",
      maxRedemptions: "1,000",
    });
    expect(toFormValues({ ...coupon, startsAt: null, endsAt: null, maxRedemptions: null })).toEqual(
      {
        ...EMPTY_VALUES,
        description: "A fifth off",
      },
    );
  });

  test("omits unchanged fields, even a start time that is not midnight", () => {
    expect(changesAfter({})).toEqual({});
    expect(changesAfter({ description: "Off" })).toEqual({ description: "Off" });
  });

  test("clears emptied fields and changes edited ones", () => {
    expect(changesAfter({ startsAt: "", endsAt: "2027-06-30", maxRedemptions: "" })).toEqual({
      startsAt: null,
      endsAt: "2027-07-01T00:00:00.000Z",
      maxRedemptions: null,
    });
  });
});
