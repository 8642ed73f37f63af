import { pluralize } from "../format.ts";
import type { OfaReading } from "./ofa-reading.ts";

/**
 * Returns what a number says as the page words it: 'As encoded: Excellent, at 24 months, male, chemical restraint,
 * permanently identified'.
 */
export function describeOfaReading(reading: OfaReading): string {
  return `As encoded: ${joinPhrases(reading, ", ")}`;
}

/**
 * Returns what a number says as the form words it: 'This number reads: Excellent at 24 months, male, permanently
 * identified.'
 */
export function describeTypedOfaNumber(reading: OfaReading): string {
  return `This number reads: ${joinPhrases(reading, " ")}.`;
}

/** Starts with the result, or with the test if the number does not imply a result. */
function joinPhrases(reading: OfaReading, beforeAge: string): string {
  const { ageInMonths, sex, restraint, examiner, identification } = reading;
  const age = ageInMonths === undefined ? "" : `at ${pluralize(ageInMonths, "month", "months")}`;
  const start = [reading.result ?? reading.testName, age].filter(Boolean).join(beforeAge);
  return [start, sex, restraint, examiner, identification].filter(Boolean).join(", ");
}
