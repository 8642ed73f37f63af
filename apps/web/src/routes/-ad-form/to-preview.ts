import { isBreed } from "@studbook/domain/breeds";
import { isDay } from "@studbook/domain/day";
import { isStateCode } from "@studbook/domain/states";
import type { AdSummary } from "../../features/ads/ad-queries.ts";
import { parseDollars } from "../../features/forms/parse-whole-number.ts";
import type { AdFormValues } from "./ad-form-values.ts";
import { hasResult } from "./record/health.ts";
import { fromYesNo } from "./record/part-values.ts";

/** Returns the card of an ad as search results will have it, or undefined if its breed, state or birthdate is missing. */
export function toPreview(
  values: AdFormValues,
  { city, image }: { city: string | undefined; image: string | undefined },
): AdSummary | undefined {
  const { breed, state, birthdate, record } = values;
  if (!isBreed(breed) || !isStateCode(state) || !isDay(birthdate)) return undefined;
  const prefix = record.titles.prefix.trim();
  const suffix = record.titles.suffix.trim();
  const proven = fromYesNo(record.breeding.proven);
  const { methods } = record.breeding;
  const testsStated = record.health.tests.filter(hasResult).length;
  const { status, since } = record.availability;
  return {
    id: "preview",
    dogName: values.dogName.trim() || "Dog name",
    ...{ breed, state, birthdate },
    studFee: parseDollars(values.studFee) || 0,
    image: image ?? null,
    ...((prefix || suffix) && { titles: { ...(prefix && { prefix }), ...(suffix && { suffix }) } }),
    ...(city !== undefined && { city }),
    ...(proven !== null && { proven }),
    ...(methods.length > 0 && { methods }),
    ...(testsStated > 0 && { testsStated }),
    ...(status === "frozen-only" && { availability: { status, ...(isDay(since) && { since }) } }),
  };
}
