import { ANCESTOR_PATHS, type AncestorPath } from "@studbook/domain/record/ancestors";
import { COI_METHODS } from "@studbook/domain/record/choices";
import type { Pedigree } from "@studbook/domain/schemas/record/pedigree";
import { z } from "@studbook/domain/schemas/z";
import { parseWholeNumber } from "../../../features/forms/parse-whole-number.ts";
import {
  fromMeasure,
  isStated,
  joinWords,
  oneOf,
  startSentence,
  text,
  toText,
  toUrl,
} from "./part-values.ts";

export const PEDIGREE_LABELS = {
  ancestors: "Ancestors",
  url: "Link to a pedigree elsewhere",
  coiPercent: "Inbreeding (COI)",
  coiMethod: "Worked out from",
  coiGenerations: "Generations",
} satisfies Record<keyof Pedigree, string>;

export const PedigreeValues = z.object({
  /** By `ancestorKey`. */
  ancestors: z.record(z.enum(ANCESTOR_PATHS.map(ancestorKey)), text),
  url: text,
  coiPercent: text,
  coiMethod: oneOf(COI_METHODS),
  coiGenerations: text,
} satisfies Record<keyof Pedigree, z.ZodType>);

export type PedigreeValues = z.output<typeof PedigreeValues>;

/** Returns the name of an ancestor's control. A dot would separate a group from its field. */
export function ancestorKey(path: AncestorPath): string {
  return path.replaceAll(".", "-");
}

export function toPedigreeValues(pedigree: Pedigree = {}): PedigreeValues {
  const { ancestors = {} } = pedigree;
  return {
    ancestors: Object.fromEntries(
      ANCESTOR_PATHS.map((path) => [ancestorKey(path), toText(ancestors[path])]),
    ),
    url: toText(pedigree.url),
    coiPercent: toText(pedigree.coiPercent),
    coiMethod: pedigree.coiMethod ?? "",
    coiGenerations: toText(pedigree.coiGenerations),
  };
}

/** Returns the part as it is sent. The number of generations is only shown for a pedigree. */
export function fromPedigreeValues({ ancestors, ...values }: PedigreeValues) {
  return {
    ...values,
    ancestors: Object.fromEntries(
      // A pasted name may have line breaks, because its control has several lines.
      ANCESTOR_PATHS.map((path) => [path, ancestors[ancestorKey(path)]?.replace(/[\r\n]+/g, " ")]),
    ),
    url: toUrl(values.url),
    coiPercent: fromMeasure(values.coiPercent),
    coiGenerations:
      values.coiMethod === "pedigree" ? parseWholeNumber(values.coiGenerations) : undefined,
  };
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];

/** Returns what is stated: 'Sire, dam and one grandparent. 3 of 14 names'; undefined if nothing is. */
export function summarizePedigree({ ancestors, url, coiPercent }: PedigreeValues) {
  const stated = ANCESTOR_PATHS.filter((path) => isStated(ancestors[ancestorKey(path)] ?? ""));
  const named = (generation: number) =>
    stated.filter((path) => path.split(".").length === generation);
  const words = [
    ...named(1),
    ...count(named(2).length, "grandparent"),
    ...count(named(3).length, "great-grandparent"),
  ];
  const sentences = [
    ...(stated.length > 0
      ? [joinWords(words), `${stated.length} of ${ANCESTOR_PATHS.length} names`]
      : []),
    ...(isStated(coiPercent) ? [`COI ${coiPercent.replace(/\s*%\s*$/, "")}%`] : []),
    ...(isStated(url) && stated.length === 0 ? ["Link to a pedigree"] : []),
  ];
  return sentences.length > 0 ? sentences.map(startSentence).join(". ") : undefined;
}

function count(n: number, noun: string): string[] {
  return n === 0 ? [] : [`${NUMBERS[n]} ${noun}${n === 1 ? "" : "s"}`];
}
