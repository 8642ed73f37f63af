import { expect, test } from "vitest";
import {
  formatMonth,
  formatMonthName,
  formatShortCount,
  formatShortDollars,
} from "./format-month.ts";

test.each([
  ["2026-11", "Nov 2026", "Nov"],
  ["2027-01", "Jan 2027", "Jan"],
])("formats %s as %s", (month, whole, name) => {
  expect(formatMonth(month)).toBe(whole);
  expect(formatMonthName(month)).toBe(name);
});

test.each([
  [0, "$0"],
  [2900, "$29"],
  [1_250_000, "$12.5K"],
  [81_234_500, "$812.3K"],
  [812_345_600, "$8.1M"],
])("formats %i cents as %s", (cents, text) => {
  expect(formatShortDollars(cents)).toBe(text);
});

test("formats a count without a unit", () => {
  expect(formatShortCount(1200)).toBe("1.2K");
});
