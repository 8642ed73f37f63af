import { expect, test } from "vitest";
import { fakeAd } from "../../testing/fake-api.ts";
import { adFormSchema, NO_VALUES, toFormValues } from "./ad-form-values.ts";

const schema = adFormSchema("2026-11-21");
const values = toFormValues(fakeAd(1));

test("an ad that is edited without a change comes out as it was", () => {
  const { id, userId, images, createdAt, updatedAt, ...fields } = fakeAd(1);
  expect(schema.parse(values)).toEqual(fields);
});

test("a fee may be written as people write dollars, and must be whole", () => {
  expect(schema.parse({ ...values, studFee: "$1,250" }).studFee).toBe(1250);
  for (const studFee of ["", "12.50", "free"]) {
    const { error } = schema.safeParse({ ...values, studFee });
    expect(error?.issues[0]).toMatchObject({
      path: ["studFee"],
      message: "Stud fee must be a whole number of dollars",
    });
  }
});

test("an empty form names every required field once and leaves the phone out", () => {
  const paths = schema.safeParse(NO_VALUES).error?.issues.map((issue) => issue.path.join("."));
  expect(paths).toEqual([
    "dogName",
    "breed",
    "state",
    "studFee",
    "description",
    "ownerName",
    "ownerEmail",
    "birthdate",
  ]);
});

test("a birthdate after the page's day is refused in the words of the specification", () => {
  const { error } = schema.safeParse({ ...values, birthdate: "2026-11-22" });
  expect(error?.issues[0]?.message).toBe("Birthdate cannot be in the future");
});
