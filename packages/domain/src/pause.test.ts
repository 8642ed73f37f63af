import { expect, test } from "vitest";
import { findPauseProblem, pauseRange } from "./pause.ts";

test.each([
  ["2026-11-21T00:00:00.000Z", "2026-11-22", "2027-11-21"],
  ["2026-11-21T23:59:59.999Z", "2026-11-22", "2027-11-21"],
  ["2026-12-31T12:00:00.000Z", "2027-01-01", "2027-12-31"],
  ["2028-02-28T12:00:00.000Z", "2028-02-29", "2029-02-28"],
  ["2028-02-29T12:00:00.000Z", "2028-03-01", "2029-02-28"],
])("an ad can be paused at %s from %s to %s", (now, first, last) => {
  expect(pauseRange(new Date(now))).toEqual({ first, last });
});

test.each(["2026-11-22", "2027-02-28", "2027-11-21"])("a pause can end on %s", (until) => {
  expect(findPauseProblem(until, new Date("2026-11-21T12:00:00Z"))).toBeUndefined();
});

test.each(["2026-11-21", "2026-11-20", "1999-01-01", "2027-11-22", "9999-12-31"])(
  "a pause cannot end on %s",
  (until) => {
    expect(findPauseProblem(until, new Date("2026-11-21T12:00:00Z"))).toBe(
      "The day of return must be from 2026-11-22 to 2027-11-21",
    );
  },
);
