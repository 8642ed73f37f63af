import { FEMALE_NEEDS } from "@studbook/domain/record/choices";
import type { Terms } from "@studbook/domain/schemas/record/terms";
import { z } from "@studbook/domain/schemas/z";
import { parseDollars } from "../../../features/forms/parse-whole-number.ts";
import {
  fromYesNo,
  isStated,
  summarizeFields,
  text,
  toText,
  toUrl,
  toYesNo,
  yesNo,
} from "./part-values.ts";

export const TERM_LABELS = {
  deposit: "Deposit",
  litterMeans: "What counts as a litter",
  repeatBreeding: "If there is no litter",
  extraCosts: "Collection and shipping",
  pickOfLitter: "Pick of the litter instead of the fee",
  femaleNeeds: "Required of the female",
  contractUrl: "Link to the contract",
} satisfies Record<keyof Terms, string>;

export const TermValues = z.object({
  deposit: text,
  litterMeans: text,
  repeatBreeding: text,
  extraCosts: text,
  pickOfLitter: yesNo,
  femaleNeeds: z.array(z.enum(FEMALE_NEEDS)),
  contractUrl: text,
} satisfies Record<keyof Terms, z.ZodType>);

export type TermValues = z.output<typeof TermValues>;

export function toTermValues(terms: Terms = {}): TermValues {
  return {
    deposit: toText(terms.deposit),
    litterMeans: toText(terms.litterMeans),
    repeatBreeding: toText(terms.repeatBreeding),
    extraCosts: toText(terms.extraCosts),
    pickOfLitter: toYesNo(terms.pickOfLitter),
    femaleNeeds: terms.femaleNeeds ?? [],
    contractUrl: toText(terms.contractUrl),
  };
}

/** Returns the part as it is sent. */
export function fromTermValues(values: TermValues) {
  return {
    ...values,
    deposit: parseDollars(values.deposit),
    pickOfLitter: fromYesNo(values.pickOfLitter),
    contractUrl: toUrl(values.contractUrl),
  };
}

/** Returns what is stated: 'Deposit, what counts as a litter. 2 of 7 stated'; undefined if nothing is. */
export function summarizeTerms(terms: TermValues) {
  const names = TermValues.keyof().options;
  const stated = names.filter((name) => isStated(terms[name]));
  if (stated.length === 0) return undefined;
  const labels = stated.map((name) => TERM_LABELS[name]);
  return summarizeFields(labels, `${stated.length} of ${names.length} stated`);
}
