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

/** Drops the fields that are not stated, and replaces parts that state nothing by null. */
function pruneRecord(record: unknown): unknown {
  if (!isObject(record)) return record;
  const parts = Object.entries(record).map(([name, part]) => {
    const schema = ownField(StudRecord, name);
    return [name, schema && isObject(part) ? (pruned(part, schema) ?? null) : part];
  });
  return Object.fromEntries(parts);
}

/** Returns undefined for a value that states nothing. Goes no deeper than the schema, whatever the value is. */
function pruned(value: unknown, schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodOptional) return pruned(value, schema.unwrap());
  if (value === null || (typeof value === "string" && isBlank(value))) return undefined;
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const rows = value.map((row) => (isObject(row) ? prunedFields(row, schema.element) : row));
    return rows.length > 0 ? rows : undefined;
  }
  if (!(schema instanceof z.ZodObject) || !isObject(value)) return value;
  const fields = prunedFields(value, schema);
  return Object.keys(fields).length > 0 ? fields : undefined;
}

/** Unknown fields stay, so that they are reported. */
function prunedFields(fields: Record<string, unknown>, schema: z.core.$ZodType): object {
  const stated = Object.entries(fields).flatMap(([name, value]) => {
    const known = ownField(schema, name);
    const kept = known ? pruned(value, known) : value;
    return kept === undefined ? [] : [[name, kept]];
  });
  return Object.fromEntries(stated);
}

function ownField(schema: z.core.$ZodType, name: string): z.core.$ZodType | undefined {
  const isKnown = schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name);
  return isKnown ? schema.shape[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns a record after a change, in which each part replaces the stored one.
 *
 * @param change null clears all parts or one part; undefined keeps a part. Its place has its city
 */
export function changeRecord(
  before: StudRecord,
  change: (Omit<RecordChange, "place"> & { place?: StudRecord["place"] | null }) | null,
): StudRecord {
  const given = Object.entries(change ?? {}).filter(([, part]) => part !== undefined);
  const parts = change === null ? {} : { ...before, ...Object.fromEntries(given) };
  return StudRecord.parse(
    Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null)),
  );
}
