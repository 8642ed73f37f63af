import { expect, test } from "vitest";
import { dateHint } from "./date-hint.ts";

const TODAY = "2026-11-22";

test.each([
  ["brucellosis", "2026-10-08", "Shown as “45 days ago”, grayed: it is older than 30 days"],
  ["brucellosis", "2026-11-21", "Shown as “yesterday”, grayed when older than 30 days"],
  ["semen", "2026-03-02", "Shown as “8 months ago”, grayed when older than 365 days"],
  ["semen", "", "Shown with its age, grayed when older than 365 days"],
  ["eyes", "2026-11-23", "Shown with its age, grayed when older than 365 days"],
  ["eyes", "0202-01-01", "Shown with its age, grayed when older than 365 days"],
] as const)("%s of the date '%s': %s", (fact, date, hint) => {
  expect(dateHint(fact, date, TODAY)).toBe(hint);
});
