import { expect, test } from "vitest";
import { findDifference } from "./replica-watch.ts";

const primary = {
  systemId: "1",
  databaseId: "2",
  timeline: 3,
  isStandby: false,
  bytes: 100,
  now: new Date(0),
  clockOffsetMs: 0,
};
const replica = { ...primary, isStandby: true };

test("accepts a standby of the same database", () => {
  expect(findDifference(primary, replica)).toBeUndefined();
  expect(findDifference(primary, { ...replica, clockOffsetMs: -250 })).toBeUndefined();
});

test.each([
  ["another cluster", { systemId: "9" }, "it is not a copy of the primary"],
  ["another database of it", { databaseId: "9" }, "it serves another database"],
  ["a promoted standby", { isStandby: false }, "it is not a standby"],
  ["one of an old primary", { timeline: 2 }, "it follows timeline 2, the primary is on 3"],
  ["one with a fast clock", { clockOffsetMs: 1500 }, "its clock is 1.5 s ahead of the primary's"],
  ["one with a slow clock", { clockOffsetMs: -1500 }, "its clock is 1.5 s behind the primary's"],
])("refuses %s", (_, changes, problem) => {
  expect(findDifference(primary, { ...replica, ...changes })).toBe(problem);
});

test("refuses every replica of a primary that is a standby itself", () => {
  expect(findDifference(replica, replica)).toBe("the primary is a standby itself");
});
