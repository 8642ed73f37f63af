import { BREEDS, isBreed } from "../breeds.ts";
import { isStateCode, STATE_CODES } from "../states.ts";
import { answeredOptionalFields, optionalAdFields, requiredAdFields } from "./ad-fields.ts";
import { paging } from "./paging.ts";
import { strictObject } from "./strict-object.ts";
import { z } from "./z.ts";

/** What creating an ad takes. Where there is a clock, a birthdate in the future is refused as well. */
export const NewAd = strictObject({
  ...requiredAdFields,
  ...z.object(optionalAdFields).partial().shape,
});

export type NewAd = z.output<typeof NewAd>;

/** The fields as a caller sends them. */
export type NewAdFields = z.input<typeof NewAd>;

/** The ad to change and any subset of the fields of `NewAd`; null or '' clears an optional one. */
export const AdPatch = strictObject({ id: z.string(), ...NewAd.partial().shape });

export type AdPatch = z.output<typeof AdPatch>;

const dateTime = z.string().meta({ format: "date-time" });
const uuid = z.string().meta({ format: "uuid" });

/** An ad in the answers of the API. Instants are ISO date-times in UTC with milliseconds. */
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
    images: z.array(z.string()),
    ownerName: z.string(),
    ownerEmail: z.string(),
    ...answeredOptionalFields,
    createdAt: dateTime,
    updatedAt: dateTime,
    hiddenReason: z.string().optional().meta({
      description: "Why the operator has hidden this ad; told to its owner and to admins alone",
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

/** A search. An absent or empty filter means all; an unknown value is refused. */
export const AdSearchInput = strictObject({
  breed: filter(BREEDS, isBreed, "Breed must be one of the listed breeds"),
  state: filter(STATE_CODES, isStateCode, "State must be one of the 50 state codes, like TX"),
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
