import { describe, expect, test } from "vitest";
import type { StudRecord } from "../schemas/record/record.ts";
import {
  type DatedFact,
  daysBetween,
  formatAgo,
  formatElapsed,
  isOldFact,
  listOldFacts,
  olderThan,
} from "./dated-facts.ts";

test.each([
  ["2026-11-22", "2026-11-22", 0],
  ["2026-10-27", "2026-11-22", 26],
  ["2028-02-28", "2028-03-01", 2],
  ["2026-11-22", "2026-11-20", -2],
])("from %s to %s there are %i days", (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days);
});

describe("the age of a fact", () => {
  test.each([
    ["2026-11-23", "today"],
    ["2026-11-22", "today"],
    ["2026-11-21", "yesterday"],
    ["2026-11-20", "2 days ago"],
    ["2026-10-27", "26 days ago"],
    ["2026-09-24", "59 days ago"],
    ["2026-09-23", "9 weeks ago"],
    ["2026-09-14", "10 weeks ago"],
    ["2026-07-23", "17 weeks ago"],
    ["2026-07-22", "4 months ago"],
    ["2025-11-22", "12 months ago"],
    ["2025-03-03", "20 months ago"],
    ["2024-11-23", "23 months ago"],
    ["2024-11-22", "2 years ago"],
    ["2023-11-23", "2 years ago"],
    ["2023-11-22", "3 years ago"],
  ])("of %s is on 2026-11-22 '%s'", (date, ago) => {
    expect(formatAgo(date, "2026-11-22")).toBe(ago);
  });

  test("never gets smaller", () => {
    const sizes = { day: 1, week: 7, month: 30, year: 365 };
    const dayOf = (n: number) => new Date(Date.UTC(2022, 0, 31 + n)).toISOString().slice(0, 10);
    let before = -1;
    for (let n = 0; n < 1500; n++) {
      const text = formatElapsed(dayOf(0), dayOf(n));
      const [, count, unit = ""] = /^(\d+) (day|week|month|year)s?$/.exec(text) ?? [];
      const days =
        Number(count) * (Object.entries(sizes).find(([name]) => name === unit)?.[1] ?? 0);
      expect(days, text).toBeGreaterThanOrEqual(before);
      before = days;
    }
  });
});

test.each<[DatedFact, string, string, string]>([
  ["brucellosis", "2026-10-23", "2026-10-22", "older than 30 days"],
  ["semen", "2025-11-22", "2025-11-21", "older than 365 days"],
  ["eyes", "2025-11-22", "2025-11-21", "older than 365 days"],
])("on 2026-11-22 %s of %s is not old, and of %s is %s", (fact, fresh, old, phrase) => {
  expect([fresh, old].map((date) => isOldFact(fact, date, "2026-11-22"))).toEqual([false, true]);
  expect(olderThan(fact)).toBe(phrase);
});

describe("the old facts of a record", () => {
  const eyes = { test: "eyes", registry: "CAER", result: "Normal" } as const;
  const record: StudRecord = {
    health: {
      tests: [{ ...eyes, date: "2025-09-14" }, { ...eyes, test: "hips", date: "2024-01-05" }, eyes],
    },
    breeding: { brucellosisTestDate: "2026-10-08", semenAnalysisDate: "2026-01-02" },
  };

  test("have a label, a date and an age", () => {
    expect(listOldFacts(record, "2026-11-22")).toEqual([
      { fact: "brucellosis", label: "Brucellosis test", date: "2026-10-08", age: "45 days" },
      { fact: "eyes", label: "Eye exam", date: "2025-09-14", age: "14 months" },
    ]);
    expect(listOldFacts(record, "2026-10-09")).toMatchObject([{ fact: "eyes" }]);
    expect(listOldFacts({}, "2026-11-22")).toEqual([]);
  });

  test("contain no eye exam that has been repeated, wherever its row is", () => {
    const dates = ["2025-09-14", "2026-11-01", "2024-03-03"];
    const tests = dates.map((date) => ({ ...eyes, date }));
    expect(listOldFacts({ health: { tests } }, "2026-11-22")).toEqual([]);
    expect(listOldFacts({ health: { tests } }, "2027-11-02")).toMatchObject([
      { date: "2026-11-01" },
    ]);
  });
});
