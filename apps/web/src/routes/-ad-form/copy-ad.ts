import type { Ad } from "@studbook/domain/schemas/ad";
import { type AdFormValues, toFormValues } from "./ad-form-values.ts";

/**
 * Returns the values of a form for another dog of the same owner: without what belongs to one dog alone, which are its names,
 * its numbers and its dates. Frozen semen only needs a date, so the copy is available.
 */
export function toCopyValues(ad: Ad): AdFormValues {
  const values = toFormValues(ad);
  const { identity, health, breeding } = values.record;
  return {
    ...values,
    dogName: "",
    birthdate: "",
    record: {
      ...values.record,
      identity: { ...identity, registeredName: "", registrationNumber: "", dnaProfileNumber: "" },
      health: {
        chicNumber: "",
        tests: health.tests.map((row) => ({ ...row, number: "", date: "" })),
      },
      breeding: { ...breeding, brucellosisTestDate: "", semenAnalysisDate: "" },
      availability: { status: "available", since: "" },
    },
  };
}
