import { describe, expect, test } from "vitest";
import {
  formatCents,
  formatCount,
  formatDate,
  formatDollars,
  imagesUploaded,
  resultsFound,
} from "./format.ts";

test.each([
  [0, "0 results found"],
  [1, "1 result found"],
  [2, "2 results found"],
  [12345, "12,345 results found"],
])("formats %i results as '%s'", (n, text) => {
  expect(resultsFound(n)).toBe(text);
});

test("separates the thousands of a count with commas", () => {
  expect([0, 999, 1000, 1_234_567].map(formatCount)).toEqual(["0", "999", "1,000", "1,234,567"]);
});

test("uses the singular for one uploaded image and the plural for two", () => {
  expect(imagesUploaded(1)).toBe("1 image uploaded successfully");
  expect(imagesUploaded(2)).toBe("2 images uploaded successfully");
});

test.each([
  [0, "$0"],
  [950, "$950"],
  [1200, "$1,200"],
  [1_000_000, "$1,000,000"],
])("formats %i dollars as '%s'", (dollars, text) => {
  expect(formatDollars(dollars)).toBe(text);
});

test.each([
  [50, "$0.50"],
  [5, "$0.05"],
  [1450, "$14.50"],
  [5900, "$59.00"],
  [123_456_789, "$1,234,567.89"],
])("formats %i cents as '%s'", (cents, text) => {
  expect(formatCents(cents)).toBe(text);
});

describe("formatDate", () => {
  test.each([
    [new Date("2026-09-05T23:59:59.999Z"), "Sep 5, 2026"],
    ["2026-12-31T20:00:00-05:00", "Jan 1, 2027"],
    ["2024-02-29", "Feb 29, 2024"],
  ])("formats %s in UTC as '%s'", (date, text) => {
    expect(formatDate(date)).toBe(text);
  });

  test("throws RangeError for a text that is not a date", () => {
    expect(() => formatDate("soon")).toThrow(RangeError);
  });
});
