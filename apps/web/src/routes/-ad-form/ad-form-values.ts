import { type Ad, NewAd } from "@studbook/domain/schemas/ad";
import { birthdateOn } from "@studbook/domain/schemas/ad-fields";
import { z } from "@studbook/domain/schemas/z";
import { parseWholeNumber } from "../../features/forms/parse-whole-number.ts";

/** The fields of an ad without its photos and its record. */
const AdFormFields = NewAd.omit({ images: true, record: true });

const AdFieldName = AdFormFields.keyof();

type AdFieldName = z.output<typeof AdFieldName>;

/** The values of the controls, which are all text. */
const AdFormValues = z.record(AdFieldName, z.string());

export type AdFormValues = z.output<typeof AdFormValues>;

export const EMPTY_VALUES = valuesOf(() => "");

export function toFormValues(ad: Ad): AdFormValues {
  return valuesOf((name) => String(ad[name] ?? ""));
}

function valuesOf(find: (name: AdFieldName) => string): AdFormValues {
  return AdFormValues.parse(
    Object.fromEntries(AdFieldName.options.map((name) => [name, find(name)])),
  );
}

/** Returns a schema that turns the values into the fields of an ad. `today` is the UTC day 'YYYY-MM-DD'. */
export function adFormSchema(today: string) {
  return AdFormValues.transform((values): unknown => ({
    ...values,
    studFee: parseWholeNumber(values.studFee.replace(/^\s*\$/, "")),
  })).pipe(AdFormFields.extend({ birthdate: birthdateOn(today) }));
}
