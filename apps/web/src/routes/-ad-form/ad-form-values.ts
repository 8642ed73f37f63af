import { type Ad, type NewAd, newAdOn } from "@studbook/domain/schemas/ad";
import { z } from "@studbook/domain/schemas/z";
import { parseDollars } from "../../features/forms/parse-whole-number.ts";
import { text, toText } from "./record/part-values.ts";
import {
  fromRecordValues,
  RecordValues,
  recordControlOf,
  toRecordValues,
} from "./record/record-values.ts";

/** The fields of an ad that are texts in the form. The ZIP code is one of the record, but beside the state. */
type AdTextName = Exclude<keyof NewAd, "images" | "record"> | "zip";

/** The labels of the form without those of the record, in its order. */
export const AD_LABELS = {
  dogName: "Dog name",
  breed: "Breed",
  state: "State",
  zip: "ZIP code",
  birthdate: "Birthdate",
  studFee: "Stud fee",
  description: "Description",
  ownerName: "Owner name",
  ownerEmail: "Owner email",
  ownerPhone: "Owner phone",
} satisfies Record<AdTextName, string>;

/** The values of the controls. */
export const AdFormValues = z.object({
  dogName: text,
  breed: text,
  state: text,
  zip: text,
  birthdate: text,
  studFee: text,
  description: text,
  ownerName: text,
  ownerEmail: text,
  ownerPhone: text,
  record: RecordValues,
} satisfies Record<AdTextName | "record", z.ZodType>);

export type AdFormValues = z.output<typeof AdFormValues>;

/** @param ad its missing fields are empty in the form */
export function toFormValues(ad: Partial<Ad>): AdFormValues {
  const { record = {} } = ad;
  return {
    dogName: toText(ad.dogName),
    breed: toText(ad.breed),
    state: toText(ad.state),
    zip: toText(record.place?.zip),
    birthdate: toText(ad.birthdate),
    studFee: toText(ad.studFee),
    description: toText(ad.description),
    ownerName: toText(ad.ownerName),
    ownerEmail: toText(ad.ownerEmail),
    ownerPhone: toText(ad.ownerPhone ?? undefined),
    record: toRecordValues(record),
  };
}

export const EMPTY_VALUES = toFormValues({});

/**
 * Returns a schema that turns the values into the fields of an ad without its photos. Its issues name the controls.
 *
 * @param today the UTC day 'YYYY-MM-DD', which is the latest date
 * @param findZipProblem returns a sentence about a ZIP code that is known not to be in a state
 */
export function adFormSchema(
  today: string,
  findZipProblem: (zip: string, state: string) => string | undefined = () => undefined,
) {
  const fields = newAdOn(today).omit({ images: true });
  return AdFormValues.transform((values, context) => {
    const { zip, record, ...texts } = values;
    const parsed = fields.safeParse({
      ...texts,
      studFee: parseDollars(values.studFee),
      record: fromRecordValues(record, zip),
    });
    const zipProblem = findZipProblem(zip.trim(), values.state);
    if (zipProblem !== undefined) {
      context.addIssue({ code: "custom", message: zipProblem, path: ["zip"] });
    }
    if (parsed.success) return zipProblem === undefined ? parsed.data : z.NEVER;
    for (const { path, message } of parsed.error.issues) {
      const control = controlOf(path.join("."), values);
      context.addIssue({ code: "custom", message, path: control.split(".") });
    }
    return z.NEVER;
  });
}

export type AdFormFields = z.output<ReturnType<typeof adFormSchema>>;

/** Returns the control of a field of an ad, by its path in requests. */
export function controlOf(path: string, values: AdFormValues): string {
  return recordControlOf(path, values.record);
}
