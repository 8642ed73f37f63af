import { type Ad, newAd } from "@studbook/domain/ad";
import { z } from "@studbook/domain/z";
import { readWholeNumber } from "../../features/forms/read-whole-number.ts";

/** What stands in the controls of the form: text, whatever the field becomes. */
export const AdFormValues = z.object({
  dogName: z.string(),
  breed: z.string(),
  state: z.string(),
  birthdate: z.string(),
  studFee: z.string(),
  description: z.string(),
  ownerName: z.string(),
  ownerEmail: z.string(),
  ownerPhone: z.string(),
});

export type AdFormValues = z.infer<typeof AdFormValues>;

export type AdFieldName = keyof AdFormValues;

export const NO_VALUES: AdFormValues = {
  dogName: "",
  breed: "",
  state: "",
  birthdate: "",
  studFee: "",
  description: "",
  ownerName: "",
  ownerEmail: "",
  ownerPhone: "",
};

export function isAdFieldName(name: string): name is AdFieldName {
  return Object.hasOwn(NO_VALUES, name);
}

export function toFormValues(ad: Ad): AdFormValues {
  const { id, userId, images, createdAt, updatedAt, studFee, ownerPhone, ...texts } = ad;
  return { ...texts, studFee: String(studFee), ownerPhone: ownerPhone ?? "" };
}

/** Checks the form by the rules of an ad, and makes its fields; `today` is the UTC day 'YYYY-MM-DD'. */
export function adFormSchema(today: string) {
  const fields = newAd(today).omit({ images: true });
  return AdFormValues.transform((values): unknown => ({
    ...values,
    studFee: readWholeNumber(values.studFee.replace(/^\s*\$/, "")),
  })).pipe(fields);
}

export type AdFormFields = z.output<ReturnType<typeof adFormSchema>>;
