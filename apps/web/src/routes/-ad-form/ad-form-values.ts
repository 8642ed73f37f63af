import { type Ad, NewAd } from "@studbook/domain/schemas/ad";
import { birthdateOn } from "@studbook/domain/schemas/ad-fields";
import { z } from "@studbook/domain/schemas/z";
import { readWholeNumber } from "../../features/forms/read-whole-number.ts";

const AdFormFields = NewAd.omit({ images: true });

/** The fields of an ad but for its photos. */
export type AdFormFields = z.output<typeof AdFormFields>;

const AdFieldName = AdFormFields.keyof();

export type AdFieldName = z.output<typeof AdFieldName>;

/** What stands in the controls of the form: text, whatever the field becomes. */
const AdFormValues = z.record(AdFieldName, z.string());

export type AdFormValues = z.output<typeof AdFormValues>;

export const NO_VALUES = valuesOf(() => "");

export function isAdFieldName(name: string): name is AdFieldName {
  return Object.hasOwn(NO_VALUES, name);
}

export function toFormValues(ad: Ad): AdFormValues {
  return valuesOf((name) => String(ad[name] ?? ""));
}

function valuesOf(find: (name: AdFieldName) => string): AdFormValues {
  return AdFormValues.parse(
    Object.fromEntries(AdFieldName.options.map((name) => [name, find(name)])),
  );
}

/** Checks the form by the rules of an ad, and makes its fields; `today` is the UTC day 'YYYY-MM-DD'. */
export function adFormSchema(today: string) {
  return AdFormValues.transform((values): unknown => ({
    ...values,
    studFee: readWholeNumber(values.studFee.replace(/^\s*\$/, "")),
  })).pipe(AdFormFields.extend({ birthdate: birthdateOn(today) }));
}
