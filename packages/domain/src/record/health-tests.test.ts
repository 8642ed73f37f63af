import { expect, test } from "vitest";
import { describeTest, HEALTH_TESTS, isTestOf, needsName, testLabel } from "./health-tests.ts";

test("only DNA tests and other tests need a name", () => {
  expect(HEALTH_TESTS.filter(needsName)).toEqual(["dna", "other"]);
  expect(needsName("")).toBe(false);
});

test.each([
  [{ test: "hips" }, "Hips"],
  [{ test: "hips", name: "" }, "Hips"],
  [{ test: "cardiac", name: "Holter" }, "Cardiac, Holter"],
  [{ test: "dna", name: "prcd-PRA" }, "prcd-PRA"],
  [{ test: "other", name: "Coat" }, "Coat"],
  [{ test: "dna" }, "DNA"],
] as const)("describes %j as %s", (kind, text) => {
  expect(describeTest(kind)).toBe(text);
});

test("every test has a label of its own", () => {
  expect(new Set(HEALTH_TESTS.map(testLabel)).size).toBe(HEALTH_TESTS.length);
});

test.each([
  [{ test: "hips" }, { test: "hips" }, true],
  [{ test: "hips" }, { test: "hips", name: "PennHIP" }, true],
  [{ test: "hips" }, { test: "elbows" }, false],
  [{ test: "dna", name: "prcd-PRA" }, { test: "dna", name: "PRCD-pra" }, true],
  [{ test: "dna", name: "prcd-PRA" }, { test: "dna", name: "prcd" }, false],
  [{ test: "dna", name: "prcd-PRA" }, { test: "other", name: "prcd-PRA" }, false],
  [{ test: "cardiac", name: "Holter" }, { test: "cardiac" }, false],
  [{ test: "dna" }, { test: "dna", name: "anything" }, true],
] as const)("the listed test %j and the stated one %j match: %j", (listed, stated, matches) => {
  expect(isTestOf(listed, stated)).toBe(matches);
});
