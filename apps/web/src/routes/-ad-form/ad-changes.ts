import { ANCESTOR_PATHS, describeAncestor } from "@studbook/domain/record/ancestors";
import { RECORD_PARTS } from "@studbook/domain/record/parts";
import type { Ad, AdPatch } from "@studbook/domain/schemas/ad";
import { recordChangeOn } from "@studbook/domain/schemas/record/record";
import { AD_LABELS, type AdFormFields, type AdFormValues, toFormValues } from "./ad-form-values.ts";
import { AVAILABILITY_LABELS, BREEDING_LABELS } from "./record/breeding.ts";
import { fromHealthValues, HEALTH_LABELS } from "./record/health.ts";
import { IDENTITY_LABELS, TITLE_LABELS } from "./record/identity.ts";
import { midSentence } from "./record/part-values.ts";
import { ancestorKey, PEDIGREE_LABELS } from "./record/pedigree.ts";
import { fromRecordValues } from "./record/record-values.ts";
import { TERM_LABELS } from "./record/terms.ts";

type Changes = Omit<AdPatch, "id">;

/**
 * Returns the fields and the parts of the record that differ from an ad, so that changes made elsewhere to the others stay.
 * A changed state comes with the place: otherwise the server would drop a ZIP code of another state instead of refusing it.
 */
export function findChanges(
  ad: Ad,
  { record, ...fields }: AdFormFields & { images?: string[] },
): Changes {
  const { zip, record: values } = toFormValues(ad);
  const before = recordChangeOn().safeParse(fromRecordValues(values, zip)).data ?? {};
  const changed = dropUnchanged(fields, ad);
  const parts = dropUnchanged(record ?? {}, before);
  if (changed.state !== undefined && record?.place) parts.place = record.place;
  return { ...changed, ...(Object.keys(parts).length > 0 && { record: parts }) };
}

const NO_PARTS = Object.fromEntries(RECORD_PARTS.map((part) => [part, null]));

/** Returns the fields of a new ad, without the parts of the record that are not stated. */
export function dropEmptyParts({ record, ...fields }: AdFormFields): AdFormFields {
  const stated = dropUnchanged(record ?? {}, NO_PARTS);
  return { ...fields, ...(Object.keys(stated).length > 0 && { record: stated }) };
}

function dropUnchanged<Fields extends object>(fields: Fields, before: object): Partial<Fields> {
  const changed: Partial<Fields> = { ...fields };
  for (const name in changed) {
    if (isSame(changed[name], Reflect.get(before, name))) delete changed[name];
  }
  return changed;
}

/** Compares values that were built in the same way. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the labels of the controls whose values differ, as in a sentence: 'deposit', 'DNA profile number'. */
export function listChangedLabels(before: AdFormValues, now: AdFormValues): string[] {
  const { record: old } = before;
  const { record } = now;
  const labels = [
    ...listChanged(AD_LABELS, before, now),
    ...listChanged(IDENTITY_LABELS, old.identity, record.identity),
    ...listChanged(TITLE_LABELS, old.titles, record.titles),
    ...listChanged(HEALTH_LABELS, fromHealthValues(old.health), fromHealthValues(record.health)),
    ...listChanged(ANCESTOR_LABELS, old.pedigree.ancestors, record.pedigree.ancestors),
    ...listChanged({ ...PEDIGREE_LABELS, ancestors: undefined }, old.pedigree, record.pedigree),
    ...listChanged(BREEDING_LABELS, old.breeding, record.breeding),
    ...listChanged(AVAILABILITY_LABELS, old.availability, record.availability),
    ...listChanged(TERM_LABELS, old.terms, record.terms),
  ];
  return labels.map(midSentence);
}

const ANCESTOR_LABELS = Object.fromEntries(
  ANCESTOR_PATHS.map((path) => [ancestorKey(path), describeAncestor(path)]),
);

function listChanged(
  labels: Readonly<Record<string, string | undefined>>,
  before: object,
  now: object,
): string[] {
  return Object.entries(labels).flatMap(([name, label]) =>
    label === undefined || isSame(Reflect.get(before, name), Reflect.get(now, name)) ? [] : [label],
  );
}
