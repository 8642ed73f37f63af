import type { Ad } from "@studbook/domain/schemas/ad";
import { type AdFormValues, toFormValues } from "./ad-form-values.ts";
import { toRecordValues } from "./record/record-values.ts";

/**
 * Returns the values of a form for another dog of the same owner: what is the same for the kennel's dogs, and the kinds of
 * tests, which are not sent until they have results. The name, titles, color, numbers, dates, results, pedigree and offspring of a
 * dog are not claimed for another.
 */
export function toCopyValues(ad: Ad): AdFormValues {
  const values = toFormValues(ad);
  const nothing = toRecordValues({});
  const { identity, health, breeding, terms } = values.record;
  const { registry, kennelName } = identity;
  return {
    ...values,
    dogName: "",
    birthdate: "",
    record: {
      ...nothing,
      identity: { ...nothing.identity, registry, kennelName },
      health: {
        ...nothing.health,
        tests: health.tests.map((row) => ({ ...row, result: "", number: "", date: "", url: "" })),
      },
      breeding: { ...nothing.breeding, methods: breeding.methods },
      terms,
    },
  };
}
