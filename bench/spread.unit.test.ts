import { describe, expect, it } from "vitest";
import { median, ratioOf, spreadOf } from "./spread.ts";

describe("the spread of rounds", () => {
  it("takes the middle value, or the mean of both middle values", () => {
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });

  it("is NaN without values, so that no goal is met", () => {
    expect(spreadOf([])).toEqual({ median: Number.NaN, min: Number.NaN, max: Number.NaN });
  });

  it("divides the values of the same round", () => {
    expect(ratioOf([1, 20, 3], [2, 10, 3])).toEqual({ median: 1, min: 0.5, max: 2 });
  });
});
