import { expect, test } from "vitest";
import { listRecordDates } from "./list-record-dates.ts";

const row = { test: "hips", registry: "OFA", result: "Good" } as const;

test("lists every date with the path of its field", () => {
  const dates = listRecordDates({
    health: { tests: [{ ...row, date: "2024-07-09" }, row, { ...row, date: "2024-07-10" }] },
    breeding: { semenAnalysisDate: "2026-09-14", brucellosisTestDate: "2026-10-27" },
    availability: { status: "frozen-only", since: "2026-11-01" },
  });
  expect(dates).toEqual([
    { path: "record.health.tests.0.date", label: "Test date", day: "2024-07-09" },
    { path: "record.health.tests.2.date", label: "Test date", day: "2024-07-10" },
    {
      path: "record.breeding.semenAnalysisDate",
      label: "Semen analysis date",
      day: "2026-09-14",
    },
    {
      path: "record.breeding.brucellosisTestDate",
      label: "Brucellosis test date",
      day: "2026-10-27",
    },
    { path: "record.availability.since", label: "Frozen-only date", day: "2026-11-01" },
  ]);
});

test("is empty if a record states no dates", () => {
  expect(listRecordDates({})).toEqual([]);
  expect(listRecordDates({ health: { chicNumber: "1" }, breeding: { proven: true } })).toEqual([]);
});
