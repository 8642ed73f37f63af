import { expect, test } from "vitest";
import { isStateCode, STATE_CODES, stateLabel, stateName, US_STATES } from "./states.ts";

test("lists 50 states in alphabetical order, with unique codes", () => {
  const names = US_STATES.map((state) => state.name);
  expect(names).toHaveLength(50);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, "en")));
  expect(new Set(STATE_CODES).size).toBe(50);
});

test("returns the name of a state for cards and its label for forms", () => {
  expect(stateName("TX")).toBe("Texas");
  expect(stateLabel("TX")).toBe("Texas (TX)");
});

test.each(["tx", "DC", "PR", "", "toString", "__proto__", null, undefined, ["TX"]])(
  "%j is not a state",
  (value) => {
    expect(isStateCode(value)).toBe(false);
  },
);
