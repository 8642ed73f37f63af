import { describe, expect, test } from "vitest";
import { findBirthdateProblem, findFutureProblem, findUtcDay } from "./birthdate.ts";

describe("findUtcDay", () => {
  test.each([
    ["2024-02-29", "2024-02-29"],
    ["2024-05-31T00:00:00.000Z", "2024-05-31"],
    ["2024-05-31T23:30Z", "2024-05-31"],
    ["2024-05-31T23:30:00-05:00", "2024-06-01"],
    ["2024-05-31T01:00:00+02:00", "2024-05-30"],
    ["2024-12-31T23:59:59.123456-00:01", "2025-01-01"],
    ["2024-05-31T12:00:00", "2024-05-31"],
  ])("converts %s to %s", (text, day) => {
    expect(findUtcDay(text)).toBe(day);
  });

  test.each([
    "2023-02-29",
    "2023-02-29T12:00:00Z",
    "2024-04-31",
    "2024-13-01",
    "2024-00-10",
    "2024-5-1",
    "05/31/2024",
    "2024-05-31 12:00:00Z",
    "2024-05-31T24:00:00Z",
    "2024-05-31T12:60:00Z",
    "2024-05-31T12:00:00+25:00",
    "9999-12-31T23:59:59-01:00",
    "+002024-05-31",
    "x2024-05-31T12:00:00Z",
    "2024-05-31T12:00:00Zx",
    "1717113600000",
    "",
  ])("returns undefined for %j", (text) => {
    expect(findUtcDay(text)).toBeUndefined();
  });
});

test.each([
  ["1990-01-01", undefined],
  ["1990-01-01T00:00:00Z", undefined],
  ["2090-01-01", undefined],
  ["1989-12-31", "Birthdate cannot be before 1990"],
  ["1990-01-01T00:30:00+01:00", "Birthdate cannot be before 1990"],
  ["soon", "Birthdate must be a date like 2024-05-31"],
])("the birthdate %s has, on any day, the problem: %s", (text, problem) => {
  expect(findBirthdateProblem(text)).toBe(problem);
});

test.each([
  ["2026-11-21", undefined],
  ["2026-11-21T23:59:59Z", undefined],
  ["2026-11-22", "Birthdate cannot be in the future"],
  ["2026-11-21T20:00:00-05:00", "Birthdate cannot be in the future"],
  ["soon", undefined],
])("the birthdate %s has, on 2026-11-21, the problem: %s", (text, problem) => {
  expect(findFutureProblem(text, "2026-11-21")).toBe(problem);
});
