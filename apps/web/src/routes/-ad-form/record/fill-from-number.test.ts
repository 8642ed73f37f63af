import { findOfaReading } from "@studbook/domain/ofa/find-ofa-reading";
import { expect, test } from "vitest";
import { type FilledFields, fillFromNumber } from "./fill-from-number.ts";
import { EMPTY_TEST, type TestValues } from "./health.ts";

const HIPS = "BX-12345E24M-PI";

function fill(row: Partial<TestValues>, number: string, filled: FilledFields = {}) {
  const reading = findOfaReading(number);
  if (!reading) throw new Error(`${number} is not an OFA number`);
  return fillFromNumber({ ...EMPTY_TEST, ...row }, filled, reading);
}

test("a number fills in the test, the registry and the result of an empty row", () => {
  expect(fill({}, HIPS)).toEqual({ test: "hips", registry: "OFA", result: "Excellent" });
});

test("a number of a DNA test fills in its name", () => {
  expect(fill({}, "BX-DM123/24M-PI-CAR")).toEqual({
    test: "dna",
    name: "Degenerative myelopathy",
    registry: "OFA",
    result: "Carrier",
  });
});

test("never replaces the owner's words", () => {
  const row = { test: "elbows", registry: "other", result: "Fine, I think" } as const;
  expect(fill(row, HIPS)).toEqual({});
  expect(fill({ result: "Good" }, HIPS)).toEqual({ test: "hips", registry: "OFA" });
});

test("replaces what an earlier number has filled in, unless the owner has changed it", () => {
  const filled = { test: "hips", registry: "OFA", result: "Excellent" } as const;
  expect(fill(filled, "BX-12345G24M-PI", filled)).toEqual({ result: "Good" });
  const changed = { ...filled, result: "OFA Excellent" };
  expect(fill(changed, "BX-12345G24M-PI", filled)).toEqual({});
  expect(fill(filled, "BX-EYE12/24M-PI", filled)).toEqual({ test: "eyes", result: "" });
});
