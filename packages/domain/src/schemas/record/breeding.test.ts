import { expect, test } from "vitest";
import { issuesOf, parseRecord, TODAY } from "../../../test/record-changes.ts";
import { BREEDING_METHODS } from "../../record/choices.ts";

const LITTERS = "Litters sired must be a whole number from 0 to 500";
const METHODS =
  "Methods must be a list of: natural, fresh, chilled, frozen, transcervical, surgical";
const SEMEN = "semenAnalysisDate";
const BRUCELLOSIS = "brucellosisTestDate";

test.each([
  { proven: true },
  { proven: false },
  { littersSired: 0 },
  { littersSired: 500 },
  { methods: ["surgical", "natural"] },
  { methods: [...BREEDING_METHODS] },
  { semenAnalysisDate: TODAY },
  { brucellosisTestDate: "1990-01-01" },
  { semenAnalysisDate: "2024-02-29" },
])("accepts %j", (breeding) => {
  expect(parseRecord({ breeding })).toEqual({ breeding });
});

test("trims dates", () => {
  expect(parseRecord({ breeding: { [SEMEN]: ` ${TODAY}\n` } })).toEqual({
    breeding: { [SEMEN]: TODAY },
  });
});

test.each([
  ["proven", "true", "Proven must be true or false"],
  ["littersSired", -1, LITTERS],
  ["littersSired", 501, LITTERS],
  ["littersSired", 2.5, LITTERS],
  ["littersSired", 1e308, LITTERS],
  ["littersSired", "3", LITTERS],
  ["methods", "natural", METHODS],
  ["methods", { 0: "natural" }, METHODS],
  ["methods", ["natural", "natural"], "Methods cannot repeat a value"],
  [SEMEN, "2026-11-22", "Semen analysis date cannot be in the future"],
  [SEMEN, "9999-12-31", "Semen analysis date cannot be in the future"],
  [SEMEN, "1989-12-31", "Semen analysis date cannot be before 1990"],
  [SEMEN, "0000-01-01", "Semen analysis date must be a date like 2024-05-31"],
  [BRUCELLOSIS, "2026-02-29", "Brucellosis test date must be a date like 2024-05-31"],
  [BRUCELLOSIS, "2026-11-21T00:00:00Z", "Brucellosis test date must be a date like 2024-05-31"],
  [BRUCELLOSIS, "11/21/2026", "Brucellosis test date must be a date like 2024-05-31"],
  [BRUCELLOSIS, "2026-11-21\0", "Brucellosis test date must be a date like 2024-05-31"],
  [BRUCELLOSIS, 20261121, "Brucellosis test date must be text"],
  ["result", "negative", "Unknown field: result"],
])("refuses the %s %j: %s", (field, value, message) => {
  expect(issuesOf({ breeding: { [field]: value } })).toEqual([
    { path: `breeding.${field}`, message },
  ]);
});

test("names the method that is none", () => {
  expect(issuesOf({ breeding: { methods: ["natural", "AI", null] } })).toEqual([
    { path: "breeding.methods.1", message: METHODS },
    { path: "breeding.methods.2", message: METHODS },
  ]);
});
