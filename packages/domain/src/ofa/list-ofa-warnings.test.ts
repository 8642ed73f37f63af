import { expect, test } from "vitest";
import { findOfaReading } from "./find-ofa-reading.ts";
import { listOfaWarnings, type OfaListing } from "./list-ofa-warnings.ts";

const HIPS = "LR-100E24M-C-PI";
const LABRADOR: OfaListing = {
  breed: "Labrador Retriever",
  birthdate: "2020-05-31",
  test: "hips",
  date: "2022-06-10",
  today: "2026-11-22",
};

test.each<[number: string, listing: Partial<OfaListing>, warnings: string[]]>([
  [HIPS, {}, []],
  [HIPS, { breed: "Boxer" }, ["LR stands for Labrador Retriever. This listing says Boxer."]],
  [
    "lr-100E24M-PI",
    { breed: "Boxer" },
    ["LR stands for Labrador Retriever. This listing says Boxer."],
  ],
  ["PO-23244G24M-VPI", {}, ["PO stands for Poodle. This listing says Labrador Retriever."]],
  ["LR-100E24F-C-PI", {}, ["F stands for female. A stud is male."]],
  [HIPS, { test: "elbows" }, ["This number is for hips. This row says elbows."]],
  ["LR-CA250/24M/C-PI", {}, ["This number is for a cardiac exam. This row says hips."]],
  [HIPS, { date: "2020-05-30" }, ["The date of this test is before the birthdate."]],
  [
    "LR-100E24F-C-PI",
    { breed: "Boxer", test: "eyes", date: "2021-12-01" },
    [
      "LR stands for Labrador Retriever. This listing says Boxer.",
      "F stands for female. A stud is male.",
      "This number is for hips. This row says an eye exam.",
      "This number says 24 months. By his birthdate, the dog was 18 months old on this date.",
    ],
  ],
  [
    HIPS,
    { birthdate: "2025-11-22", date: "" },
    ["This number says 24 months. By his birthdate, the dog is 12 months old today."],
  ],
])("%s in a listing with %j: %j", (number, listing, warnings) => {
  expect(warn(number, listing)).toEqual(warnings);
});

test.each<[why: string, number: string, listing: Partial<OfaListing>]>([
  ["an unknown breed code", "BF-2150G24M", {}],
  ["a Poodle of any size", "PO-23244G24M-VPI", { breed: "Poodle (Standard)" }],
  ["a breed that the operator has added", HIPS, { breed: "Labrador" }],
  ["a breed that is not in the list", HIPS, { breed: "Other" }],
  ["a test that the number does not name", "LR-XYZ100/24M-PI", {}],
  ["a form without values", HIPS, { breed: "", birthdate: "", test: "", date: "" }],
  ["invalid values", HIPS, { breed: "?", birthdate: "2020-02-31", test: "toString", date: "2019" }],
  ["a birthdate in the future", HIPS, { birthdate: "2027-01-01", date: "" }],
  ["a number without an age", "LR-EL277-T", { test: "elbows", date: "2020-06-01" }],
  ["a date some days before the age", HIPS, { date: "2022-05-29" }],
  ["a certificate of half a year later", HIPS, { date: "2022-12-30" }],
])("says nothing about %s", (_, number, listing) => {
  expect(warn(number, listing)).toEqual([]);
});

test("warns of an age that is two months too high or seven too low", () => {
  expect(warn(HIPS, { date: "2022-04-30" })).toEqual([
    "This number says 24 months. By his birthdate, the dog was 22 months old on this date.",
  ]);
  expect(warn(HIPS, { date: "2022-12-31" })).toEqual([
    "This number says 24 months. By his birthdate, the dog was 31 months old on this date.",
  ]);
});

function warn(number: string, listing: Partial<OfaListing>): string[] {
  const reading = findOfaReading(number);
  if (reading === undefined) throw new Error(`${number} was not read`);
  return listOfaWarnings(reading, { ...LABRADOR, ...listing });
}
