import { expect, it } from "vitest";
import { decideDayEnd } from "./response-cache.ts";

it.each([
  ["2026-12-31T12:00:00.000Z", "2027-01-01T00:00:00.000Z"],
  ["2026-12-31T23:59:59.999Z", "2027-01-01T00:00:00.000Z"],
  ["2027-01-01T00:00:00.005Z", "2027-01-01T00:00:00.000Z"],
  ["2027-01-01T00:00:01.000Z", "2027-01-02T00:00:00.000Z"],
])("a page that is requested at %s is valid until %s", (now, end) => {
  expect(new Date(decideDayEnd(Date.parse(now))).toISOString()).toBe(end);
});
