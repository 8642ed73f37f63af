import { isDay } from "@studbook/domain/day";
import { formatDate, pluralize } from "@studbook/domain/format";
import { findOfaReading } from "@studbook/domain/ofa/find-ofa-reading";
import { describeTest, type TestRegistry } from "@studbook/domain/record/health-tests";
import { hasResult, isUnsent, kindOf, type TestValues } from "./health.ts";

export const REGISTRY_LABELS: Record<TestRegistry, string> = {
  OFA: "OFA",
  PennHIP: "PennHIP",
  CAER: "CAER",
  BVA: "BVA",
  laboratory: "Laboratory",
  other: "Other",
};

/** Returns what a row tests: 'Hips', 'Cardiac, Holter'. */
export function rowTitle(row: TestValues): string {
  const kind = kindOf(row);
  return kind ? describeTest(kind) : "Test not chosen";
}

/**
 * Returns what a row states: 'OFA: Normal, at 25 months, by a cardiologist. Mar 3, 2025. BX-CA2210/25M/C-PI'. Its parts that
 * are invalid are left out.
 */
export function describeRow(row: TestValues): string {
  if (!hasResult(row)) {
    return isUnsent(row) ? "Not stated: it has no result yet" : "Not stated";
  }
  const { registry, laboratory, result, date, number } = row;
  const label = registry === "" ? "" : REGISTRY_LABELS[registry];
  const source = laboratory.trim() || label;
  const reading = findOfaReading(number);
  const age = reading?.ageInMonths;
  const read = [
    result.trim(),
    age === undefined ? "" : `at ${pluralize(age, "month", "months")}`,
    reading?.examiner ?? "",
  ];
  const statement = read.filter(Boolean).join(", ");
  const sentences = [
    source ? `${source}: ${statement}` : statement,
    isDay(date) ? formatDate(date) : "",
    number.trim(),
  ];
  return sentences.filter(Boolean).join(". ");
}
