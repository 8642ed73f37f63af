import type { Ad } from "../../features/ads/ad-queries.ts";

/** Whether an ad states more than where the dog is and whether it is available, which the facts show. */
export function hasRecord({ record = {} }: Ad): boolean {
  const { place: _place, availability: _availability, ...parts } = record;
  return Object.keys(parts).length > 0;
}
