import { strictObject } from "../strict-object.ts";
import { isBlank } from "../text.ts";
import { z } from "../z.ts";
import { Availability, availabilityOn } from "./availability.ts";
import { breedingOn } from "./breeding.ts";
import { healthOn } from "./health.ts";
import { Identity, Titles } from "./identity.ts";
import { Pedigree } from "./pedigree.ts";
import { Place, PlaceInput } from "./place.ts";
import { Terms } from "./terms.ts";

/** The record of a stud in responses (stage two, section 1). Absent parts and fields are not stated. */
export const StudRecord = z
  .object({
    identity: Identity.optional().meta({ description: "Who the dog is" }),
    titles: Titles.optional().meta({ description: "Titles before and after the name" }),
    place: Place.optional().meta({ description: "Where the dog is" }),
    pedigree: Pedigree.optional().meta({ description: "Ancestors and inbreeding" }),
    health: healthOn().optional().meta({ description: "Health tests" }),
    breeding: breedingOn().optional().meta({ description: "How a female can be bred to the dog" }),
    terms: Terms.optional().meta({ description: "The terms besides the stud fee" }),
    availability: Availability.optional().meta({ description: "Whether the dog is available" }),
  })
  .meta({ id: "StudRecord" });

export type StudRecord = z.output<typeof StudRecord>;

/**
 * Returns the schema of a record in requests. A part replaces the whole stored part; null and empty parts clear it, and
 * absent ones stay. In a part, null, '' and empty lists mean that a field is not stated.
 *
 * @param today the UTC day 'YYYY-MM-DD', which is the last possible date; unlimited without it, for schemas without a clock
 */
export function recordChangeOn(today?: string) {
  const part = <Part extends z.ZodType>(schema: Part) =>
    schema.nullable().optional().meta({ description: "Null clears this part" });
  const parts = strictObject({
    identity: part(Identity),
    titles: part(Titles),
    place: part(PlaceInput),
    pedigree: part(Pedigree),
    health: part(healthOn(today)),
    breeding: part(breedingOn(today)),
    terms: part(Terms),
    availability: part(availabilityOn(today)),
  });
  return z.preprocess<unknown, typeof parts, z.input<typeof parts>>(pruneRecord, parts);
}

export type RecordChange = z.output<ReturnType<typeof recordChangeOn>>;

/** Drops what is not stated, and replaces empty parts by null. */
function pruneRecord(record: unknown): unknown {
  if (!isObject(record)) return record;
  const parts = Object.entries(record).map(([name, part]) => [name, prunePart(part)]);
  return Object.fromEntries(parts);
}

function prunePart(part: unknown): unknown {
  if (!isObject(part)) return part;
  const fields = Object.entries(part).flatMap(([name, value]) => {
    const pruned = Array.isArray(value) ? value.map(pruneFields) : pruneFields(value);
    return isEmpty(pruned) ? [] : [[name, pruned]];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : null;
}

/** Prunes the ancestors or a row of the tests. */
function pruneFields(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => !isEmpty(field)));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return isBlank(value);
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns a record after a change, in which each part replaces the stored one.
 *
 * @param change null clears all parts; its place has its city
 */
export function changeRecord(
  before: StudRecord,
  change: (Omit<RecordChange, "place"> & { place?: StudRecord["place"] | null }) | null,
): StudRecord {
  const parts = change === null ? [] : Object.entries({ ...before, ...change });
  return StudRecord.parse(Object.fromEntries(parts.filter(([, part]) => !isEmpty(part))));
}
