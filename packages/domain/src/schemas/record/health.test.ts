import { expect, test } from "vitest";
import { issuesOf, parseRecord, TODAY } from "../../../test/record-changes.ts";
import { HEALTH_TESTS, TEST_REGISTRIES } from "../../record/health-tests.ts";

const TEST =
  "Test must be one of: hips, elbows, cardiac, eyes, patella, thyroid, hearing, dna, other";
const REGISTRY =
  "Registry or laboratory must be one of: OFA, PennHIP, CAER, BVA, laboratory, other";
const NOT_AN_OBJECT = "Send the fields as a JSON object";

const row = { test: "hips", registry: "OFA", result: "Good" };
const inRow = (change: object) => ({ health: { tests: [row, { ...row, ...change }] } });

test("accepts a row with all fields at their limits", () => {
  const complete = {
    ...row,
    name: "n".repeat(80),
    laboratory: "l".repeat(80),
    result: "r".repeat(60),
    date: TODAY,
    number: "1".repeat(40),
    url: `https://ofa.org/${"x".repeat(284)}`,
  };
  const record = { health: { chicNumber: "1".repeat(12), tests: [complete] } };
  expect(parseRecord(record)).toEqual(record);
});

test("accepts all tests and registries, in the order of the request", () => {
  const tests = HEALTH_TESTS.toReversed().flatMap((test) =>
    TEST_REGISTRIES.slice(0, 2).map((registry) => ({ test, registry, result: "x", name: "n" })),
  );
  expect(parseRecord({ health: { tests } })).toEqual({ health: { tests } });
});

test("accepts 20 rows, and refuses 21", () => {
  const tests = Array.from({ length: 20 }, () => row);
  expect(parseRecord({ health: { tests } })).toEqual({ health: { tests } });
  expect(issuesOf({ health: { tests: [...tests, row] } })).toEqual([
    { path: "health.tests", message: "A record can have up to 20 health tests" },
  ]);
});

test("drops empty fields of a row, and an empty list", () => {
  const empty = { name: "", laboratory: null, date: "", number: " \u200b", url: null };
  expect(parseRecord(inRow(empty))).toEqual({ health: { tests: [row, row] } });
  expect(parseRecord({ health: { tests: [], chicNumber: "1" } })).toEqual({
    health: { chicNumber: "1" },
  });
  for (const tests of [[], null, ""]) {
    expect(parseRecord({ health: { tests } })).toEqual({ health: null });
  }
});

test.each([
  [{ test: "HIPS" }, "test", TEST],
  [{ test: null }, "test", "Test is required"],
  [{ test: "" }, "test", "Test is required"],
  [{ registry: "ofa" }, "registry", REGISTRY],
  [{ registry: undefined }, "registry", "Registry or laboratory is required"],
  [{ result: "" }, "result", "Result is required"],
  [{ result: " \u200b" }, "result", "Result is required"],
  [{ result: null }, "result", "Result is required"],
  [{ result: true }, "result", "Result must be text"],
  [{ result: "r".repeat(61) }, "result", "Result must be at most 60 characters"],
  [{ test: "dna" }, "name", "Test name is required for DNA tests"],
  [{ test: "dna", name: " " }, "name", "Test name is required for DNA tests"],
  [{ test: "other" }, "name", "Test name is required for other tests"],
  [{ test: "dna", name: 7 }, "name", "Test name must be text"],
  [{ name: "n".repeat(81) }, "name", "Test name must be at most 80 characters"],
  [{ laboratory: "l".repeat(81) }, "laboratory", "Laboratory must be at most 80 characters"],
  [{ number: "1".repeat(41) }, "number", "Certificate number must be at most 40 characters"],
  [{ number: 1 }, "number", "Certificate number must be text"],
  [{ date: "2026-11-22" }, "date", "Test date cannot be in the future"],
  [{ date: "1989-12-31" }, "date", "Test date cannot be before 1990"],
  [{ url: "ofa.org" }, "url", "Link to the result must be a link that starts with https://"],
  [{ age: 24 }, "age", "Unknown field: age"],
  [{ age: null }, "age", "Unknown field: age"],
])("refuses a row with %j: %s", (change, field, message) => {
  expect(issuesOf(inRow(change))).toEqual([{ path: `health.tests.1.${field}`, message }]);
});

test("reports a missing name together with the row's other issues", () => {
  const wrong = { test: "dna", registry: "laboratory", date: "soon", extra: 1 };
  expect(issuesOf({ health: { tests: [wrong], chicNumber: "1".repeat(13) } })).toEqual([
    { path: "health.chicNumber", message: "CHIC number must be at most 12 characters" },
    { path: "health.tests.0.result", message: "Result is required" },
    { path: "health.tests.0.date", message: "Test date must be a date like 2024-05-31" },
    { path: "health.tests.0.extra", message: "Unknown field: extra" },
    { path: "health.tests.0.name", message: "Test name is required for DNA tests" },
  ]);
});

test.each([
  [[null], "health.tests.0", NOT_AN_OBJECT],
  [["hips"], "health.tests.0", NOT_AN_OBJECT],
  [[row, [row]], "health.tests.1", NOT_AN_OBJECT],
  ["hips", "health.tests", "Health tests must be a list"],
  [row, "health.tests", "Health tests must be a list"],
  [{}, "health.tests", "Health tests must be a list"],
])("refuses %j for the rows", (tests, path, message) => {
  expect(issuesOf({ health: { tests } })).toEqual([{ path, message }]);
});
