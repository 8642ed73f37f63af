import { describe, expect, test } from "vitest";
import { ageInYears, ageLabel, utcDay } from "./age.ts";

describe("utcDay", () => {
  test.each([
    ["2026-11-21T23:59:59.999Z", "2026-11-21"],
    ["2026-11-22T00:00:00.000Z", "2026-11-22"],
    ["2026-11-21T20:00:00-05:00", "2026-11-22"],
  ])("returns for %s the day %s", (instant, day) => {
    expect(utcDay(new Date(instant))).toBe(day);
  });
});

describe("ageInYears", () => {
  test.each([
    ["2025-11-22", "2026-11-21", 0, "the day before the first birthday"],
    ["2025-11-21", "2026-11-21", 1, "the first birthday"],
    ["2024-11-22", "2026-11-21", 1, "the day before the second birthday"],
    ["2024-11-21", "2026-11-21", 2, "the second birthday"],
    ["2024-02-29", "2025-02-28", 0, "28 February, born on the 29th"],
    ["2024-02-29", "2025-03-01", 1, "1 March of a common year, born on 29 February"],
    ["2024-02-29", "2028-02-28", 3, "28 February of a leap year, born on the 29th"],
    ["2024-02-29", "2028-02-29", 4, "29 February, born on one"],
    ["2023-12-31", "2024-01-01", 0, "New Year's Day, born the day before"],
    ["2026-11-21", "2026-11-21", 0, "the day of birth"],
    ["2026-11-22", "2026-11-21", 0, "the day before birth"],
  ])("a dog born %s is on %s %i years old (%s)", (birthdate, today, years) => {
    expect(ageInYears(birthdate, today)).toBe(years);
  });
});

test.each([
  ["2026-11-21", "0 years old"],
  ["2025-11-21", "1 year old"],
  ["2024-11-21", "2 years old"],
])("a dog born %s is labeled '%s'", (birthdate, label) => {
  expect(ageLabel(birthdate, "2026-11-21")).toBe(label);
});
