import { expect, test } from "vitest";
import { renewalForm, renewFact } from "./renewal-form.ts";

const form = renewalForm("semen", "2026-11-22");

test("takes a date up to today", () => {
  expect(form.parse({ date: "2026-11-22" })).toEqual({ date: "2026-11-22" });
});

test.each([
  ["", "Enter the date"],
  ["2026-11-23", "Semen analysis date cannot be in the future"],
  ["1989-12-31", "Semen analysis date cannot be before 1990"],
])("refuses the date %j", (date, message) => {
  expect(form.safeParse({ date }).error?.issues).toMatchObject([{ path: ["date"], message }]);
});

test("changes only the date of the fact", () => {
  const breeding = { proven: true, semenAnalysisDate: "2025-01-01" };
  expect(renewFact(breeding, "brucellosis", "2026-11-22")).toEqual({
    ...breeding,
    brucellosisTestDate: "2026-11-22",
  });
  expect(renewFact(breeding, "semen", "2026-11-22")).toEqual({
    proven: true,
    semenAnalysisDate: "2026-11-22",
  });
});
