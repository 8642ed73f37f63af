import { pluralize } from "@studbook/domain/format";
import {
  HEALTH_TESTS,
  isTestOf,
  TEST_REGISTRIES,
  type TestKind,
} from "@studbook/domain/record/health-tests";
import type { Health, HealthTestRow } from "@studbook/domain/schemas/record/health";
import { z } from "@studbook/domain/schemas/z";
import { isStated, oneOf, text, toText, toUrl } from "./part-values.ts";

export const HEALTH_LABELS = {
  tests: "Health tests",
  chicNumber: "CHIC number",
} satisfies Record<keyof Health, string>;

export const TEST_FIELD_LABELS = {
  number: "Certificate number",
  test: "Test",
  name: "Name of the test",
  registry: "Registry or laboratory",
  laboratory: "Name of the laboratory",
  result: "Result",
  date: "Date",
  url: "Link to the result",
} satisfies Record<keyof HealthTestRow, string>;

/** A row of the tests. One without a result is not sent. */
const TestValues = z.object({
  number: text,
  test: oneOf(HEALTH_TESTS),
  name: text,
  registry: oneOf(TEST_REGISTRIES),
  laboratory: text,
  result: text,
  date: text,
  url: text,
} satisfies Record<keyof HealthTestRow, z.ZodType>);

export type TestValues = z.output<typeof TestValues>;

export const HealthValues = z.object({
  tests: z.array(TestValues),
  chicNumber: text,
} satisfies Record<keyof Health, z.ZodType>);

export type HealthValues = z.output<typeof HealthValues>;

export const EMPTY_TEST: TestValues = {
  number: "",
  test: "",
  name: "",
  registry: "",
  laboratory: "",
  result: "",
  date: "",
  url: "",
};

export function toHealthValues({ tests = [], chicNumber }: Health = {}): HealthValues {
  return {
    tests: tests.map((row) => ({
      number: toText(row.number),
      test: row.test,
      name: toText(row.name),
      registry: row.registry,
      laboratory: toText(row.laboratory),
      result: row.result,
      date: toText(row.date),
      url: toText(row.url),
    })),
    chicNumber: toText(chicNumber),
  };
}

/** Returns the part as it is sent. */
export function fromHealthValues(values: HealthValues) {
  return {
    ...values,
    tests: values.tests.filter(hasResult).map((row) => ({ ...row, url: toUrl(row.url) })),
  };
}

/** Returns the indexes of the rows that are sent, in their order. */
export function listSentRows({ tests }: HealthValues): number[] {
  return tests.flatMap((row, index) => (hasResult(row) ? [index] : []));
}

export function hasResult({ result }: Pick<TestValues, "result">): boolean {
  return isStated(result);
}

/** Whether the owner has entered something that is not sent, because the row has no result. */
export function isUnsent(row: TestValues): boolean {
  const { number, laboratory, date, url } = row;
  return !hasResult(row) && [number, laboratory, date, url].some(isStated);
}

/** Whether nothing is entered in a row but what it tests. */
export function isBlankRow({ test: _test, name: _name, ...row }: TestValues): boolean {
  return !Object.values(row).some(isStated);
}

/** Returns what a row tests; undefined if that is not chosen yet. */
export function kindOf({ test, name }: Pick<TestValues, "test" | "name">): TestKind | undefined {
  return test === "" ? undefined : { test, ...(isStated(name) && { name: name.trim() }) };
}

/** Whether a row has a result of a listed test. */
function states(row: TestValues, listed: TestKind): boolean {
  const kind = kindOf(row);
  return kind !== undefined && hasResult(row) && isTestOf(listed, kind);
}

export type HealthSummary = {
  text: string;
  /** How many of the listed tests are stated; absent without a list. */
  meter?: { stated: number; listed: number };
};

/** Returns what is stated: '3 of 5 the club lists', or '3 tests' without a list; undefined if nothing is. */
export function summarizeHealth(
  { tests, chicNumber }: HealthValues,
  listed: readonly TestKind[],
): HealthSummary | undefined {
  const rows = tests.filter(hasResult);
  const chic = isStated(chicNumber) ? ["CHIC number"] : [];
  if (listed.length === 0) {
    const parts = rows.length > 0 ? [pluralize(rows.length, "test", "tests"), ...chic] : chic;
    return parts.length > 0 ? { text: parts.join(", ") } : undefined;
  }
  const stated = listed.filter((test) => rows.some((row) => states(row, test))).length;
  const others = rows.filter((row) => !listed.some((test) => states(row, test))).length;
  const parts = [
    `${stated} of ${listed.length} the club lists`,
    ...(others > 0 ? [pluralize(others, "other test", "other tests")] : []),
    ...chic,
  ];
  return { text: parts.join(", "), meter: { stated, listed: listed.length } };
}
