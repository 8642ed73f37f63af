import { RECORD_PARTS, type RecordPart } from "@studbook/domain/record/parts";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import fc from "fast-check";

/** Fields of each part that state nothing. */
const NOTHING = {
  identity: { registeredName: "", registry: null, weightPounds: null },
  titles: { prefix: " \u200b", suffix: null },
  place: { zip: "", city: "Nowhere" },
  pedigree: { ancestors: { sire: "", "dam.dam": null }, url: " " },
  health: { chicNumber: "", tests: [] },
  breeding: { proven: null, methods: [], semenAnalysisDate: "" },
  terms: { deposit: null, femaleNeeds: [], extraCosts: "\n" },
  availability: { since: null },
} satisfies Record<RecordPart, object>;

/**
 * Generates ways in which programs can send a record for a new ad: absent parts and fields as null, '' or an empty list, the
 * name of another city, and spaces around texts.
 */
export function spellingOf(record: StudRecord): fc.Arbitrary<Record<string, unknown>> {
  const spellings = RECORD_PARTS.map((part) => {
    const stated = record[part];
    if (stated === undefined) return fc.constantFrom<unknown>(undefined, null, {}, NOTHING[part]);
    return fc.constantFrom<unknown>(
      stated,
      { ...NOTHING[part], ...stated },
      { ...stated, ...respelled(part, record) },
    );
  });
  return fc
    .tuple(...spellings)
    .map((parts) => Object.fromEntries(RECORD_PARTS.map((part, n) => [part, parts[n]])));
}

function respelled(part: RecordPart, { titles = {} }: StudRecord): object {
  switch (part) {
    case "titles":
      return Object.fromEntries(Object.entries(titles).map(([name, text]) => [name, ` ${text}\t`]));
    case "place":
      return { city: "Nowhere" };
    case "availability":
      return { pausedUntil: "2099-01-01" };
    default:
      return {};
  }
}
