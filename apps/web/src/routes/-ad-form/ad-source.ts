import type { Ad } from "../../features/ads/ad-queries.ts";
import { type AdFormValues, EMPTY_VALUES, toFormValues } from "./ad-form-values.ts";
import { toCopyValues } from "./copy-ad.ts";

/** What the form begins with: the ad to change, the ad to copy, or nothing. */
export type AdSource = { ad: Ad } | { copyOf: Ad } | undefined;

export function initialValues(source: AdSource): AdFormValues {
  if (source === undefined) return EMPTY_VALUES;
  return "ad" in source ? toFormValues(source.ad) : toCopyValues(source.copyOf);
}

/** Returns the photos that the form begins with, or copies. */
export function initialImages(source: AdSource): readonly string[] {
  if (source === undefined) return [];
  return "ad" in source ? source.ad.images : source.copyOf.images;
}
