import type { HealthTestRow } from "@studbook/domain/schemas/record/health";

export const LABORATORIES = ["UC Davis VGL", "Paw Print Genetics", "Embark"] as const;

/** Results of tests that laboratories do not report as clear or carrier, in their words. */
const DNA_RESULTS: Readonly<Record<string, readonly string[]>> = {
  "D locus": ["D/D", "D/D", "D/d"],
  MDR1: ["Normal/Normal", "Normal/Normal", "Normal/Mutant"],
  PDE: ["N/N", "N/N", "N/S"],
};

const USUAL_DNA_RESULTS = ["Clear", "Clear", "Clear", "Carrier"] as const;

/** Returns possible results of a DNA test, more than once if they are more common. */
export function listDnaResults(name: string): readonly string[] {
  return DNA_RESULTS[name] ?? USUAL_DNA_RESULTS;
}

type Result = Pick<HealthTestRow, "registry" | "laboratory" | "result">;

/** Results of tests that are not of a common kind, by name. */
export const OTHER_TESTS: Readonly<Record<string, Result>> = {
  "Bile acids": { registry: "laboratory", result: "Within normal limits" },
  "Blood and urine panel": { registry: "laboratory", result: "Within normal limits" },
  "Kidney ultrasound": { registry: "other", result: "Normal" },
  "Temperament test": {
    registry: "other",
    laboratory: "American Temperament Test Society",
    result: "Passed",
  },
  Trachea: { registry: "OFA", result: "Normal" },
};
