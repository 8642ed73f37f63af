import { ANCESTOR_PATHS } from "@studbook/domain/record/ancestors";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import { z } from "@studbook/domain/schemas/z";
import {
  AvailabilityValues,
  BreedingValues,
  fromAvailabilityValues,
  fromBreedingValues,
  toAvailabilityValues,
  toBreedingValues,
} from "./breeding.ts";
import { fromHealthValues, HealthValues, listSentRows, toHealthValues } from "./health.ts";
import {
  fromIdentityValues,
  IdentityValues,
  TitleValues,
  toIdentityValues,
  toTitleValues,
} from "./identity.ts";
import { ancestorKey, fromPedigreeValues, PedigreeValues, toPedigreeValues } from "./pedigree.ts";
import { fromTermValues, TermValues, toTermValues } from "./terms.ts";

/** The values of the record's controls, in the order of the form. The place is its ZIP code, which is beside the state. */
export const RecordValues = z.object({
  identity: IdentityValues,
  titles: TitleValues,
  health: HealthValues,
  pedigree: PedigreeValues,
  breeding: BreedingValues,
  availability: AvailabilityValues,
  terms: TermValues,
});

export type RecordValues = z.output<typeof RecordValues>;

export function toRecordValues(record: StudRecord): RecordValues {
  return {
    identity: toIdentityValues(record.identity),
    titles: toTitleValues(record.titles),
    health: toHealthValues(record.health),
    pedigree: toPedigreeValues(record.pedigree),
    breeding: toBreedingValues(record.breeding),
    availability: toAvailabilityValues(record.availability),
    terms: toTermValues(record.terms),
  };
}

/** Returns the record as it is sent, in which '' and null mean that a field is not stated. */
export function fromRecordValues(values: RecordValues, zip: string) {
  return {
    identity: fromIdentityValues(values.identity),
    titles: values.titles,
    place: { zip },
    pedigree: fromPedigreeValues(values.pedigree),
    health: fromHealthValues(values.health),
    breeding: fromBreedingValues(values.breeding),
    terms: fromTermValues(values.terms),
    availability: fromAvailabilityValues(values.availability),
  } satisfies Record<keyof StudRecord, unknown>;
}

/** Returns the control of a field of the record that is sent, by its path: 'record.pedigree.ancestors.sire.dam'. */
export function recordControlOf(path: string, values: RecordValues): string {
  if (path.startsWith("record.place")) return "zip";
  const ancestor = ANCESTOR_PATHS.find((one) => path === `record.pedigree.ancestors.${one}`);
  if (ancestor) return `record.pedigree.ancestors.${ancestorKey(ancestor)}`;
  const rows = listSentRows(values.health);
  return path.replace(
    /^(record\.health\.tests\.)(\d+)/,
    (_, list: string, index: string) => list + (rows[Number(index)] ?? index),
  );
}
