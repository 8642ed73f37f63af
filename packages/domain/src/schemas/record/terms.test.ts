import { expect, test } from "vitest";
import { issuesOf, parseRecord } from "../../../test/record-changes.ts";
import { FEMALE_NEEDS } from "../../record/choices.ts";

const DEPOSIT = "Deposit must be a whole number from 0 to 1,000,000";
const NEEDS =
  "Requirements for the female must be a list of: registration, health-tests, brucellosis, progesterone, approval";

test.each([
  { deposit: 0 },
  { deposit: 1_000_000 },
  { pickOfLitter: false },
  { litterMeans: "l".repeat(200) },
  { repeatBreeding: "r".repeat(200) },
  { extraCosts: "🐕".repeat(300) },
  { femaleNeeds: [...FEMALE_NEEDS] },
])("accepts %j", (terms) => {
  expect(parseRecord({ terms })).toEqual({ terms });
});

test.each([
  ["deposit", -1, DEPOSIT],
  ["deposit", 1_000_001, DEPOSIT],
  ["deposit", 99.5, DEPOSIT],
  ["deposit", "300", DEPOSIT],
  ["pickOfLitter", 0, "Pick of the litter must be true or false"],
  ["litterMeans", "l".repeat(201), "What counts as a litter must be at most 200 characters"],
  [
    "litterMeans",
    "2\npuppies",
    "What counts as a litter must be one line without control characters",
  ],
  ["repeatBreeding", "r".repeat(201), "Repeat breeding must be at most 200 characters"],
  ["extraCosts", "🐕".repeat(301), "Collection and shipping must be at most 300 characters"],
  [
    "contractUrl",
    "http://example.com",
    "Link to the contract must be a link that starts with https://",
  ],
  ["femaleNeeds", "approval", NEEDS],
  ["femaleNeeds", ["approval", "approval"], "Requirements for the female cannot repeat a value"],
  ["studFee", 900, "Unknown field: studFee"],
])("refuses the %s %j: %s", (field, value, message) => {
  expect(issuesOf({ terms: { [field]: value } })).toEqual([{ path: `terms.${field}`, message }]);
});
