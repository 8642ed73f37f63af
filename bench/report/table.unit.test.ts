import { describe, expect, it } from "vitest";
import { atLeast, atMost } from "./goal.ts";
import { countMisses, formatNumber, formatSpread, type Table, toMarkdown } from "./table.ts";

const table: Table = {
  title: "Search",
  notes: "Compared.",
  head: ["row", "ratio"],
  rows: [
    { cells: ["first", "0.70"], goals: [atLeast("ratio", 0.7, 0.7)] },
    { cells: ["second", "0.69"], goals: [atLeast("ratio", 0.69, 0.7), atMost("p99", 2, 2)] },
    { cells: ["third", "-"], goals: [] },
  ],
};

describe("a table of results", () => {
  it("names the goals of each row and which of them are missed", () => {
    const rows = toMarkdown(table).split("\n").slice(6, 9);
    expect(
      rows.map((row) =>
        row
          .split("|")
          .slice(3, 5)
          .map((cell) => cell.trim()),
      ),
    ).toEqual([
      ["ratio ≥ 0.7", "PASS"],
      ["ratio ≥ 0.7, p99 ≤ 2", "MISS: ratio"],
      ["", ""],
    ]);
  });

  it("counts the rows with a missed goal", () => {
    expect(countMisses([table, table])).toBe(2);
  });
});

describe("goals", () => {
  it("are missed by a measurement that failed", () => {
    expect(atLeast("ratio", Number.NaN, 0.7).isMet).toBe(false);
    expect(atMost("ratio", Number.NaN, 0.7).isMet).toBe(false);
  });
});

describe("formatting", () => {
  it("shows the spread, thousands and missing numbers", () => {
    expect(formatSpread({ median: 0.825, min: 0.8, max: 1 })).toBe("0.83 (0.80..1.00)");
    expect(formatNumber(12_345.6)).toBe("12,346");
    expect(formatNumber(Number.NaN)).toBe("-");
  });
});
