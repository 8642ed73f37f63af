import { BREEDS, isBreed } from "../breeds.ts";
import { isStateCode, STATE_CODES } from "../states.ts";
import {
  NOT_A_BREED,
  NOT_A_STATE,
  optionalAdFields,
  optionalAdOutput,
  requiredAdFields,
} from "./ad-fields.ts";
import { paging } from "./paging.ts";
import { strictObject } from "./strict-object.ts";
import { z } from "./z.ts";

/** The fields of a new ad. The server also refuses a birthdate in the future, which needs a clock. */
export const NewAd = strictObject({
  ...requiredAdFields,
  ...z.object(optionalAdFields).partial().shape,
});

export type NewAd = z.output<typeof NewAd>;

/** The fields of a new ad as a client sends them. */
export type NewAdFields = z.input<typeof NewAd>;

/** The ID of an ad and any subset of the fields of `NewAd`; null or '' clears an optional field. */
export const AdPatch = strictObject({ id: z.string(), ...NewAd.partial().shape });

export type AdPatch = z.output<typeof AdPatch>;

const dateTime = z.string().meta({ format: "date-time" });
const uuid = z.string().meta({ format: "uuid" });

/** An ad in API responses. Instants are ISO date-times in UTC with milliseconds. */
export const Ad = z
  .object({
    id: uuid,
    userId: uuid,
    dogName: z.string(),
    breed: z.enum(BREEDS),
    state: z.enum(STATE_CODES),
    birthdate: z.string().meta({ format: "date" }),
    studFee: z.number().int().meta({ description: "Whole US dollars" }),
    description: z.string(),
    images: z.array(z.string()).meta({ description: "URLs of the photos, 1600 pixels wide" }),
    ownerName: z.string(),
    ownerEmail: z.string(),
    ...optionalAdOutput,
    createdAt: dateTime,
    updatedAt: dateTime,
    hiddenReason: z.string().optional().meta({
      description: "Why an admin hid this ad. Only its owner and admins get this field.",
    }),
  })
  .meta({ id: "Ad" });

export type Ad = z.output<typeof Ad>;

function filter<Value extends string>(
  list: readonly Value[],
  isValue: (value: unknown) => value is Value,
  message: string,
) {
  return z
    .string({ error: message })
    .meta({ enum: [...list, ""] })
    .optional()
    .transform((text, context) => {
      if (text === undefined || text === "") return undefined;
      if (isValue(text)) return text;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });
}

/** The filters and paging of a search. An absent or empty filter matches every ad; unknown values are refused. */
export const AdSearchInput = strictObject({
  breed: filter(BREEDS, isBreed, NOT_A_BREED),
  state: filter(STATE_CODES, isStateCode, NOT_A_STATE),
  ...paging,
});

export type AdSearchInput = z.output<typeof AdSearchInput>;

/** One page of results, newest first, and the exact number of all results. */
export const AdSearchResult = z.object({
  items: z.array(Ad),
  total: z.number().int(),
  nextCursor: z.string().nullable(),
});

export type AdSearchResult = z.output<typeof AdSearchResult>;
