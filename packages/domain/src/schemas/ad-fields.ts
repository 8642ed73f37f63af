import {
  FIRST_BIRTH_YEAR,
  findBirthdateProblem,
  findFutureProblem,
  findUtcDay,
} from "../birthdate.ts";
import { BREEDS } from "../breeds.ts";
import { formatCount } from "../format.ts";
import { findPhotoId } from "../photo-id.ts";
import { MAX_PHOTOS_PER_AD } from "../photos.ts";
import { STATE_CODES } from "../states.ts";
import { requiredEmail } from "./email.ts";
import { recordChangeOn, StudRecord } from "./record/record.ts";
import { clearableText, MAX_PERSON_NAME_LENGTH, requiredText, typeMessage } from "./text.ts";
import { z } from "./z.ts";

export const MAX_DOG_NAME_LENGTH = 80;
const MAX_STUD_FEE = 1_000_000;
const NOT_A_STUD_FEE = "Stud fee must be a whole number of dollars";

const MIN_PHONE_LENGTH = 7;
const MAX_PHONE_LENGTH = 32;
const PHONE_OR_NONE = new RegExp(
  String.raw`^(?:[\d +().x-]{${MIN_PHONE_LENGTH},${MAX_PHONE_LENGTH}})?$`,
);

export const NOT_A_BREED = "Breed must be one of the listed breeds";
export const NOT_A_STATE = "State must be one of the 50 state codes, like TX";
const NO_PHOTO = "At least one image is required";
export const TOO_MANY_PHOTOS = `You can only upload up to ${MAX_PHOTOS_PER_AD} images`;
export const NOT_A_PHOTO = "Each image must be the URL of a photo that you uploaded to Studbook";

function oneOf(label: string, message: string) {
  return (issue: { readonly input?: unknown }) =>
    issue.input === undefined || issue.input === null || issue.input === ""
      ? `${label} is required`
      : message;
}

const images = z
  .array(
    z
      .string({ error: NOT_A_PHOTO })
      .refine((url) => findPhotoId(url) !== undefined, NOT_A_PHOTO)
      .meta({
        description: "The URL of a photo that you uploaded",
      }),
    {
      error: ({ input }) =>
        input === undefined ? NO_PHOTO : "Images must be a list of photo URLs",
    },
  )
  .min(1, NO_PHOTO)
  .max(MAX_PHOTOS_PER_AD, TOO_MANY_PHOTOS)
  .refine((urls) => new Set(urls.map((url) => findPhotoId(url) ?? url)).size === urls.length, {
    error: "The same image cannot be used twice",
  })
  .meta({
    description: `1 to ${MAX_PHOTOS_PER_AD} photos; search results show the first one`,
  });

const ownerPhone = clearableText({
  label: "Owner phone",
  max: MAX_PHONE_LENGTH,
  pattern: PHONE_OR_NONE,
  check: (text) =>
    PHONE_OR_NONE.test(text)
      ? undefined
      : `Owner phone must be ${MIN_PHONE_LENGTH} to ${MAX_PHONE_LENGTH} characters: digits, spaces and + ( ) - . x`,
}).meta({ description: "The phone number to call; null or empty for none" });

const birthdate = z
  .string({ error: (issue) => typeMessage("Birthdate", issue.input) })
  .trim()
  .superRefine((text, context) => {
    const message = text === "" ? "Birthdate is required" : findBirthdateProblem(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  })
  .overwrite((text) => findUtcDay(text) ?? text)
  .meta({
    description: `\`YYYY-MM-DD\`, or an ISO date-time of that UTC day; from ${FIRST_BIRTH_YEAR} on, not in the future`,
    pattern: "^\\d{4}-\\d{2}-\\d{2}",
  });

/** Returns a birthdate schema that also refuses days after `today`, the UTC day 'YYYY-MM-DD'. */
export function birthdateOn(today: string) {
  return birthdate.superRefine((day, context) => {
    const message = findFutureProblem(day, today);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
}

/** Fields that every ad has (specification, section 5). Issues are listed in this order. */
export const requiredAdFields = {
  dogName: requiredText({ label: "Dog name", max: MAX_DOG_NAME_LENGTH }).meta({
    description: "The dog's call name",
  }),
  breed: z
    .enum(BREEDS, { error: oneOf("Breed", NOT_A_BREED) })
    .meta({ description: "One of the breeds of `GET /api/breeds`" }),
  state: z
    .enum(STATE_CODES, { error: oneOf("State", NOT_A_STATE) })
    .meta({ description: "The code of a US state" }),
  birthdate,
  studFee: z
    .number({
      error: ({ input }) => (input === undefined ? "Stud fee is required" : NOT_A_STUD_FEE),
    })
    .int(NOT_A_STUD_FEE)
    .min(0, "Stud fee cannot be below 0")
    .max(MAX_STUD_FEE, `Stud fee cannot be above ${formatCount(MAX_STUD_FEE)}`)
    .meta({ description: "Whole US dollars" }),
  description: requiredText({ label: "Description", max: 5000, multiline: true }).meta({
    description: "What buyers should know, with line breaks",
  }),
  images,
  ownerName: requiredText({ label: "Owner name", max: MAX_PERSON_NAME_LENGTH }).meta({
    description: "Whom to contact",
  }),
  ownerEmail: requiredEmail("Owner email").meta({ description: "The email address to contact" }),
};

/**
 * Optional fields of an ad in requests: absent, null and '' mean none.
 *
 * @param today the UTC day 'YYYY-MM-DD', which is the last possible date; unlimited without it
 */
export function optionalAdFieldsOn(today?: string) {
  return {
    ownerPhone,
    record: recordChangeOn(today).nullable().meta({
      description:
        "What the owner states about the dog. Each part replaces the stored one; null clears all parts.",
    }),
  };
}

/** Optional fields of an ad in responses: null means none. */
export const optionalAdOutput = {
  ownerPhone: z.string().nullable().meta({ description: "The phone number to call; null if none" }),
};

/** What the owner states about the dog, in responses of one ad. */
export const recordOutput = StudRecord.optional().meta({
  description: "What the owner states about the dog; absent if nothing is stated",
});

/** The optional fields of an ad that has none of them. */
export const NO_OPTIONAL_FIELDS = { ownerPhone: null };
