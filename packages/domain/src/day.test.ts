import { expect, test } from "vitest";
import { isDay } from "./day.ts";

test.each([
  ["2026-01-31", true],
  ["2028-02-29", true],
  ["0001-01-01", true],
  ["9999-12-31", true],
  ["2027-02-29", false],
  ["2026-02-30", false],
  ["2026-13-01", false],
  ["2026-1-1", false],
  ["0000-01-01", false],
  ["0000-12-31", false],
  ["+10000-01-01", false],
  ["x2026-01-31", false],
  ["2026-01-31x", false],
  ["10000-01-01", false],
  ["2026-01-31T00:00:00Z", false],
  ["31.1.2026", false],
  ["", false],
])("%j is a valid day: %s", (text, is) => {
  expect(isDay(text)).toBe(is);
});
