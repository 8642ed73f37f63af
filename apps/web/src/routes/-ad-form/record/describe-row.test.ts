import { expect, test } from "vitest";
import { describeRow, rowTitle } from "./describe-row.ts";
import { EMPTY_TEST } from "./health.ts";

test.each([
  [
    {
      registry: "OFA",
      result: "Normal",
      date: "2025-03-03",
      number: "BX-CA2210/25M/C-PI",
    },
    "OFA: Normal, at 25 months, by a cardiologist. Mar 3, 2025. BX-CA2210/25M/C-PI",
  ],
  [{ registry: "PennHIP", result: "0.34" }, "PennHIP: 0.34"],
  [{ registry: "laboratory", laboratory: "Embark", result: "Clear" }, "Embark: Clear"],
  [{ registry: "laboratory", result: "Clear", date: "0" }, "Laboratory: Clear"],
  [{ result: "Clear" }, "Clear"],
  [{ number: "GR-1", result: " " }, "Not stated: it has no result yet"],
  [{}, "Not stated"],
] as const)("describes the row %j", (row, text) => {
  expect(describeRow({ ...EMPTY_TEST, ...row })).toBe(text);
});

test("the title of a row is its test", () => {
  expect(rowTitle(EMPTY_TEST)).toBe("Test not chosen");
  expect(rowTitle({ ...EMPTY_TEST, test: "dna", name: " prcd-PRA " })).toBe("prcd-PRA");
});
