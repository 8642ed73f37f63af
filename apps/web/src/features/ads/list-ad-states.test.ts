import { expect, test } from "vitest";
import { isPublicAd, listAdStates } from "./list-ad-states.ts";

const now = new Date("2026-11-22T12:00:00Z");
const ad = { createdAt: "2026-11-02T23:30:00.000Z" };
const paused = (pausedUntil: string | null) => ({
  availability: { status: "available" as const, pausedUntil },
});

test.each([
  ["since a day", ad, "Public since Nov 2, 2026"],
  ["since today", { createdAt: "2026-11-22T00:00:00.000Z" }, "Public since today"],
  [
    "with frozen semen only",
    { ...ad, availability: { status: "frozen-only" as const, since: "2026-01-01" } },
    "Public since Nov 2, 2026",
  ],
])("a listing is public %s", (_name, listed, text) => {
  expect(listAdStates(listed, now)).toEqual([{ kind: "public", text }]);
  expect(isPublicAd(listed)).toBe(true);
});

test.each([
  ["paused until a day", paused("2027-01-15"), "Paused until Jan 15, 2027. Not in search"],
  ["paused without an end", paused(null), "Paused until you show it again. Not in search"],
  ["hidden by the operator", { hiddenReason: "Not a dog" }, "Hidden by us"],
  [
    "hidden since the membership ended",
    { hiddenSince: "2026-11-20T08:00:00.000Z" },
    "Hidden: your membership ended on Nov 20, 2026",
  ],
  ["hidden without a membership", { hiddenSince: null }, "Hidden: you have no membership"],
])("a listing is %s", (_name, fields, text) => {
  const listed = { ...ad, ...fields };
  expect(listAdStates(listed, now).map((state) => state.text)).toEqual([text]);
  expect(isPublicAd(listed)).toBe(false);
});

test("a listing has every reason for which it is not public", () => {
  const fields = { ...ad, ...paused(null), hiddenSince: "2026-11-20T08:00:00.000Z" };
  expect(listAdStates(fields, now).map(({ kind }) => kind)).toEqual(["ended", "paused"]);
});
