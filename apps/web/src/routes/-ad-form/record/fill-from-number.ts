import type { OfaReading } from "@studbook/domain/ofa/ofa-reading";
import { needsName } from "@studbook/domain/record/health-tests";
import type { TestValues } from "./health.ts";
import { isStated } from "./part-values.ts";

export const FILLED_FIELDS = ["test", "name", "registry", "result"] as const;

/** Fields of a row that a number has filled in, with what it filled in. */
export type FilledFields = Partial<Pick<TestValues, (typeof FILLED_FIELDS)[number]>>;

/**
 * Returns the fields of a row that an OFA number fills in: those that are empty, or that an earlier number has filled in and
 * the owner has not changed since.
 */
export function fillFromNumber(
  row: TestValues,
  filled: FilledFields,
  { test, testName = "", result = "" }: OfaReading,
): FilledFields {
  const name = test && needsName(test) ? testName : "";
  const says: Required<FilledFields> = { test: test ?? "", name, registry: "OFA", result };
  const fill: FilledFields = { ...says };
  for (const field of FILLED_FIELDS) {
    const isOwners = isStated(row[field]) && row[field] !== filled[field];
    if (isOwners || row[field] === says[field]) delete fill[field];
  }
  return fill;
}
