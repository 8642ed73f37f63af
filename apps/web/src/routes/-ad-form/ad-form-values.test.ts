import type { StudRecord } from "@studbook/domain/schemas/record/record";
import { expect, test } from "vitest";
import { fakeAd } from "../../../test/fake-api.ts";
import { dropEmptyParts } from "./ad-changes.ts";
import { adFormSchema, EMPTY_VALUES, toFormValues } from "./ad-form-values.ts";
import { EMPTY_TEST } from "./record/health.ts";

const schema = adFormSchema("2026-11-21");
const values = toFormValues(fakeAd(1));

test("an unchanged ad keeps all its fields", () => {
  const { id, userId, images, createdAt, updatedAt, ...fields } = fakeAd(1);
  expect(dropEmptyParts(schema.parse(values))).toEqual(fields);
});

test("a record keeps all its parts", () => {
  const record: StudRecord = {
    identity: { color: "Brindle", microchipped: false },
    place: { zip: "76701", city: "Waco" },
    breeding: { littersSired: 0 },
  };
  const sent = dropEmptyParts(schema.parse(toFormValues({ ...fakeAd(1), record })));
  expect(sent.record).toEqual({ ...record, place: { zip: "76701" } });
});

test("names the controls of invalid fields of the record", () => {
  const { error } = schema.safeParse({
    ...values,
    zip: "7670",
    record: {
      ...values.record,
      health: {
        chicNumber: "",
        tests: [EMPTY_TEST, { ...EMPTY_TEST, test: "dna", registry: "OFA", result: "Clear" }],
      },
      pedigree: {
        ...values.record.pedigree,
        ancestors: { ...values.record.pedigree.ancestors, "dam-sire": "x".repeat(101) },
        coiPercent: "6",
      },
      availability: { status: "frozen-only", since: "" },
    },
  });
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["zip", "ZIP code must be five digits"],
    ["record.pedigree.ancestors.dam-sire", "Dam's sire must be at most 100 characters"],
    ["record.pedigree.coiMethod", "COI method is required: pedigree or genomic"],
    ["record.health.tests.1.name", "Test name is required for DNA tests"],
    ["record.availability.since", "Frozen-only date is required"],
  ]);
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

test("names a ZIP code of another state among the other problems", () => {
  const findProblem = (zip: string, state: string) => `${zip} is not in ${state}`;
  const values = { ...EMPTY_VALUES, zip: " 10001", state: "TX" };
  const { error } = adFormSchema("2026-11-21", findProblem).safeParse(values);
  const messages = error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  expect(messages).toContain("zip: 10001 is not in TX");
  expect(messages).toContain("dogName: Dog name is required");
});
