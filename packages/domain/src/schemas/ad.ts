import { BREEDS } from "../breeds.ts";
import { isDay } from "../day.ts";
import { BREEDING_METHODS } from "../record/choices.ts";
import { STATE_CODES } from "../states.ts";
import {
  birthdateOn,
  optionalAdFieldsOn,
  optionalAdOutput,
  recordOutput,
  requiredAdFields,
} from "./ad-fields.ts";
import { ClubTests } from "./club-tests.ts";
import { StudRecord } from "./record/record.ts";
import { strictObject } from "./strict-object.ts";
import { z } from "./z.ts";

/**
 * Returns the schema of a new ad that also refuses dates after `today`, the UTC day 'YYYY-MM-DD'. Without a clock, future
 * dates are accepted.
 */
export function newAdOn(today?: string) {
  return strictObject({
    ...requiredAdFields,
    birthdate: today === undefined ? requiredAdFields.birthdate : birthdateOn(today),
    ...z.object(optionalAdFieldsOn(today)).partial().shape,
  });
}

/** The fields of a new ad. The server also refuses dates in the future, which needs a clock. */
export const NewAd = newAdOn();

export type NewAd = z.output<typeof NewAd>;

/** The fields of a new ad as a client sends them. */
export type NewAdFields = z.input<typeof NewAd>;

/** Returns the schema of a changed ad, as `newAdOn` does. */
export function adPatchOn(today?: string) {
  return strictObject({
    id: z.string().meta({ description: "The ID of the ad to change" }),
    ...newAdOn(today).partial().shape,
  });
}

/** The ID of an ad and any subset of the fields of `NewAd`; null or '' clears an optional field. */
export const AdPatch = adPatchOn();

export type AdPatch = z.output<typeof AdPatch>;

/** The pause of an ad: until 00:00 UTC of a day; null or absent for no end. The server checks the range, which needs a clock. */
export const AdPause = strictObject({
  id: z.string(),
  until: z
    .string({ error: "The day of return must be a date like 2027-01-15" })
    .refine(isDay, "The day of return must be a date like 2027-01-15")
    .nullable()
    .optional()
    .meta({
      format: "date",
      description:
        "The day on which the ad is public again, from tomorrow to a year ahead; null for no end",
    }),
});

const dateTime = z.string().meta({ format: "date-time" });
const uuid = z.string().meta({ format: "uuid" });

const adFields = {
  id: uuid.meta({
    description:
      "The ad's ID, which never changes: the `{id}` of `/api/ads/{id}` and of the page `/ad/{id}`",
  }),
  userId: uuid.meta({ description: "The owner's user ID" }),
  dogName: z.string().meta({ description: "The dog's call name" }),
  breed: z.enum(BREEDS).meta({ description: "One of the breeds of `GET /api/breeds`" }),
  state: z.enum(STATE_CODES).meta({ description: "The code of a US state" }),
  birthdate: z.string().meta({ format: "date", description: "The dog's date of birth" }),
  studFee: z.number().int().meta({ description: "Whole US dollars" }),
  description: z.string().meta({ description: "The owner's text, with line breaks" }),
  images: z.array(z.string()).meta({
    description:
      "URLs of the photos, 1600 pixels wide. Relative to the server's address unless the operator uses a CDN.",
  }),
  ownerName: z.string().meta({ description: "Whom to contact" }),
  ownerEmail: z.string().meta({ description: "The email address to contact" }),
  ...optionalAdOutput,
  createdAt: dateTime.meta({ description: "When the ad was created" }),
  updatedAt: dateTime.meta({ description: "When the ad was last changed" }),
};

const hidingFields = {
  hiddenReason: z.string().optional().meta({
    description: "Why an admin hid this ad. Only its owner and admins get this field.",
  }),
  hiddenSince: dateTime.nullable().optional().meta({
    description:
      "When the owner's membership ended, if that hides this ad; null if its owner is deactivated or has no membership. Only its owner and admins get this field.",
  }),
};

/** An ad in API responses. Instants are ISO date-times in UTC with milliseconds. */
export const Ad = z
  .object({ ...adFields, record: recordOutput, ...hidingFields })
  .meta({ id: "Ad" });

export type Ad = z.output<typeof Ad>;

/** What lists show of a record. What is not stated is absent. */
export const recordSummary = {
  titles: StudRecord.shape.titles.meta({ description: "Titles, as in the record" }),
  city: z.string().optional().meta({ description: "The city of the place in the record" }),
  proven: z.boolean().optional().meta({ description: "Whether the dog has sired a litter" }),
  methods: z.array(z.enum(BREEDING_METHODS)).optional().meta({
    description: "How a female can be bred to the dog",
  }),
  testsStated: z.number().int().optional().meta({
    description: "The number of health tests in the record",
  }),
  availability: StudRecord.shape.availability.meta({
    description: "The availability, as in the record",
  }),
};

/** An ad in a list, with a summary of its record. */
export const ListedAd = z
  .object({ ...adFields, ...recordSummary, ...hidingFields })
  .meta({ id: "ListedAd" });

export type ListedAd = z.output<typeof ListedAd>;

/** What search results show of each ad. */
export const AdSummary = ListedAd.pick({
  id: true,
  dogName: true,
  breed: true,
  state: true,
  birthdate: true,
  studFee: true,
})
  .extend({
    image: z.string().nullable().meta({
      description: "The URL of the first photo, as in `images` of the ad; null if there is none",
    }),
    ...recordSummary,
  })
  .meta({ id: "AdSummary" });

export type AdSummary = z.output<typeof AdSummary>;

/** What the page of an ad shows. */
export const AdPage = z.object({
  ad: Ad,
  /** Null if no list of the breed's parent club is known. */
  clubTests: ClubTests.nullable(),
});

export type AdPage = z.output<typeof AdPage>;

/** An ad whose owner's other ads and similar ads are asked for. */
export const RelatedAdsInput = strictObject({
  id: z.string("Ad ID is required"),
  breed: requiredAdFields.breed,
  userId: z.string("Owner ID is required"),
});

export const RelatedAds = z.object({
  moreFromOwner: z.array(AdSummary),
  /** The number of all public ads of the owner. */
  ownerTotal: z.number().int(),
  similar: z.array(AdSummary),
});

export type RelatedAds = z.output<typeof RelatedAds>;
