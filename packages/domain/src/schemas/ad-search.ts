import { BREEDS, isBreed } from "../breeds.ts";
import { isStateCode, STATE_CODES } from "../states.ts";
import { AdSummary, ListedAd } from "./ad.ts";
import { NOT_A_BREED, NOT_A_STATE } from "./ad-fields.ts";
import { paging } from "./paging.ts";
import { strictObject } from "./strict-object.ts";
import { z } from "./z.ts";

/** How many breeds and how many states a search may name. */
export const MAX_FILTER_VALUES = 10;

type Filter<Value extends string> = {
  list: readonly Value[];
  isValue: (value: unknown) => value is Value;
  message: string;
  /** What a search names too many of: 'breeds'. */
  plural: string;
};

/** One value or several of a list. Empty values are ignored; without any other value, the filter is undefined. */
function filter<Value extends string>({ list, isValue, message, plural }: Filter<Value>) {
  const value = z.string().meta({ enum: [...list, ""] });
  const values = z.array(value).meta({ maxItems: MAX_FILTER_VALUES });
  return z
    .union([value, values], { error: message })
    .optional()
    .transform((given, context) => {
      const texts = given === undefined ? [] : [given].flat();
      if (texts.length > MAX_FILTER_VALUES) {
        const tooMany = `A search can name up to ${MAX_FILTER_VALUES} ${plural}`;
        context.addIssue({ code: "custom", message: tooMany });
        return z.NEVER;
      }
      for (const [index, text] of texts.entries()) {
        if (text === "" || isValue(text)) continue;
        const path = Array.isArray(given) ? [index] : [];
        context.addIssue({ code: "custom", message, path });
      }
      const found = [...new Set(texts.filter(isValue))];
      return found.length > 0 ? found : undefined;
    });
}

/**
 * The filters and paging of a search. An absent or empty filter matches every ad, and several values match the ads with
 * any of them; unknown values are refused.
 */
export const AdSearchInput = strictObject({
  breed: filter({
    list: BREEDS,
    isValue: isBreed,
    message: NOT_A_BREED,
    plural: "breeds",
  }).meta({ description: `One breed, or up to ${MAX_FILTER_VALUES}` }),
  state: filter({
    list: STATE_CODES,
    isValue: isStateCode,
    message: NOT_A_STATE,
    plural: "states",
  }).meta({ description: `The code of one state, or of up to ${MAX_FILTER_VALUES}` }),
  ...paging,
});

export type AdSearchInput = z.output<typeof AdSearchInput>;

const resultPage = {
  total: z.number().int().meta({ description: "The exact number of ads on all pages" }),
  nextCursor: z.string().nullable().meta({
    description: "The `cursor` of the next page; null on the last page",
  }),
};

/** One page of results, newest first, and the exact number of all results. */
export const AdSearchResult = z.object({
  items: z.array(ListedAd).meta({ description: "The ads of this page" }),
  ...resultPage,
});

export type AdSearchResult = z.output<typeof AdSearchResult>;

/** The same page with only what a list shows. */
export const AdSummarySearchResult = z.object({
  items: z.array(AdSummary).meta({ description: "The ads of this page, summarized" }),
  ...resultPage,
});

export type AdSummarySearchResult = z.output<typeof AdSummarySearchResult>;
