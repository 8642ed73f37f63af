import { expect, test } from "vitest";
import { pauseForm } from "./pause-form.ts";

const form = pauseForm({ first: "2026-11-23", last: "2027-11-22" });

test.each(["2026-11-23", "2027-11-22"])("pauses until %s", (until) => {
  expect(form.parse({ end: "day", until })).toEqual({ until });
});

test("pauses without an end, whatever date was entered before", () => {
  expect(form.parse({ end: "open", until: "2020-01-01" })).toEqual({ until: null });
});

test.each([
  ["", "Enter the date on which the listing is public again"],
  ["2026-11-22", "The date must be from Nov 23, 2026 to Nov 22, 2027"],
  ["2027-11-23", "The date must be from Nov 23, 2026 to Nov 22, 2027"],
  ["12027-01-15", "The date must be from Nov 23, 2026 to Nov 22, 2027"],
])("refuses the date %j", (until, message) => {
  const { error } = form.safeParse({ end: "day", until });
  expect(error?.issues).toMatchObject([{ path: ["until"], message }]);
});
