import { findNewLimits } from "./find-new-limits.ts";
import { resolveSchema } from "./resolve.ts";
import type { JsonSchema, OpenApi } from "./types.ts";

/** Two states of a document. */
export type Versions = { before: OpenApi; after: OpenApi };

/** What a program sends may only become wider, and what it is answered only narrower. */
type Direction = "sent" | "answered";

/** A schema in both states. */
export type Pair = { before: JsonSchema; after: JsonSchema };

/** What a program that was written for one schema no longer can or gets under the other. */
export function findSchemaBreaks(
  versions: Versions,
  pair: Pair,
  direction: Direction,
  name: string,
): string[] {
  const before = variantsOf(versions.before, pair.before);
  const after = variantsOf(versions.after, pair.after);
  const [needed, there] = direction === "sent" ? [before, after] : [after, before];
  const lost = [...needed.keys()].filter((type) => !accepts(there, type));
  const verb = direction === "sent" ? "can no longer be" : "can now be";
  return [
    ...lost.map((type) => `${name} ${verb} ${type}`),
    ...[...before].flatMap(([type, schema]) => {
      const same = after.get(type);
      return same ? compareSame(versions, { before: schema, after: same }, direction, name) : [];
    }),
  ];
}

/** What stands for input that programs may leave out, when that is something else now. */
export function findNewDefault({ before, after }: Pair, name: string): string[] {
  const [was, is] = [JSON.stringify(before.default), JSON.stringify(after.default)];
  return was === is ? [] : [`${name} is ${is ?? "nothing"} when it is absent`];
}

function accepts(types: Map<string, JsonSchema>, type: string): boolean {
  return types.has("anything") || types.has(type) || (type === "integer" && types.has("number"));
}

/** The types that a value may have, each with what it has to meet. */
function variantsOf(document: OpenApi, schema: JsonSchema): Map<string, JsonSchema> {
  const own = resolveSchema(document, schema);
  if (own.anyOf) return new Map(own.anyOf.flatMap((part) => [...variantsOf(document, part)]));
  const types = own.type === undefined ? ["anything"] : [own.type].flat();
  return new Map(types.map((type) => [type, own]));
}

function compareSame(
  versions: Versions,
  { before, after }: Pair,
  direction: Direction,
  name: string,
): string[] {
  const inner =
    before.items && after.items
      ? findSchemaBreaks(
          versions,
          { before: before.items, after: after.items },
          direction,
          `${name}[]`,
        )
      : [];
  return [
    ...findLostValues({ before, after }, direction, name),
    ...(direction === "sent" ? findNewLimits(before, after, name) : []),
    ...(direction === "answered" && before.format !== after.format
      ? [`${name} has the format ${after.format ?? "of any text"}`]
      : []),
    ...compareFields(versions, { before, after }, direction, name),
    ...inner,
  ];
}

/** An answer may have values that are new: the document says so. What it has no more is missed. */
function findLostValues({ before, after }: Pair, direction: Direction, name: string): string[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (!was)
    return is && direction === "sent" ? [`${name} is one of ${JSON.stringify(is)} now`] : [];
  if (!is)
    return direction === "sent" ? [] : [`${name} is no longer one of ${JSON.stringify(was)}`];
  return was
    .filter((value) => !is.includes(value))
    .map((value) => `${name} can no longer be ${JSON.stringify(value)}`);
}

function valuesOf(schema: JsonSchema): unknown[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const];
}

function compareFields(
  versions: Versions,
  { before, after }: Pair,
  direction: Direction,
  name: string,
): string[] {
  const [stricter, laxer] = direction === "sent" ? [after, before] : [before, after];
  const changed = (stricter.required ?? []).filter((key) => !laxer.required?.includes(key));
  const verb = direction === "sent" ? "has to be sent" : "may be absent";
  return [
    ...Object.entries(before.properties ?? {}).flatMap(([key, field]) => {
      const same = after.properties?.[key];
      if (!same) return [`${name}.${key} is gone`];
      const pair = { before: field, after: same };
      const mayBeAbsent = direction === "sent" && !before.required?.includes(key);
      return [
        ...(mayBeAbsent ? findNewDefault(pair, `${name}.${key}`) : []),
        ...findSchemaBreaks(versions, pair, direction, `${name}.${key}`),
      ];
    }),
    // Of a field that is gone enough is said.
    ...changed.filter((key) => after.properties?.[key]).map((key) => `${name}.${key} ${verb} now`),
  ];
}
