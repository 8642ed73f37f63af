import { expect, test } from "vitest";
import { fakeAd } from "../../../test/fake-api.ts";
import { adFormSchema, EMPTY_VALUES, toFormValues } from "./ad-form-values.ts";

const schema = adFormSchema("2026-11-21");
const values = toFormValues(fakeAd(1));

test("an unchanged ad keeps all its fields", () => {
  const { id, userId, images, createdAt, updatedAt, ...fields } = fakeAd(1);
  expect(schema.parse(values)).toEqual(fields);
});

test("accepts a fee with $, commas and spaces, and refuses one that is not whole", () => {
  for (const [studFee, dollars] of [
    ["$1,250", 1250],
    ["1 250", 1250],
    ["0", 0],
    ["1,000,000", 1_000_000],
  ] as const) {
    expect(schema.parse({ ...values, studFee }).studFee).toBe(dollars);
  }
  for (const studFee of ["12.50", "free", "1e3", "1200,50", "12,5", "-5", "1,00"]) {
    const { error } = schema.safeParse({ ...values, studFee });
    expect(error?.issues[0]).toMatchObject({
      path: ["studFee"],
      message: "Stud fee must be a whole number of dollars",
    });
  }
  expect(schema.safeParse({ ...values, studFee: "" }).error?.issues[0]).toMatchObject({
    path: ["studFee"],
    message: "Stud fee is required",
  });
});

test("reports every required field of an empty form once, but not the phone", () => {
  const paths = schema.safeParse(EMPTY_VALUES).error?.issues.map((issue) => issue.path.join("."));
  expect(paths).toEqual([
    "dogName",
    "breed",
    "state",
    "birthdate",
    "studFee",
    "description",
    "ownerName",
    "ownerEmail",
  ]);
});

test("refuses a birthdate after the page's day with the specified message", () => {
  const { error } = schema.safeParse({ ...values, birthdate: "2026-11-22" });
  expect(error?.issues[0]?.message).toBe("Birthdate cannot be in the future");
});
