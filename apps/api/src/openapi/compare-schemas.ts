import { listNewLimits } from "./list-new-limits.ts";
import { resolveSchema } from "./resolve-reference.ts";
import type { JsonSchema, OpenApi } from "./types.ts";

/** Two versions of a document. */
export type Versions = { before: OpenApi; after: OpenApi };

/** Schemas of requests may only become wider, schemas of responses only narrower. */
type Direction = "request" | "response";

/** A schema in both versions. */
export type Pair = { before: JsonSchema; after: JsonSchema };

/** Lists the changes of a schema that break programs written for the earlier version. */
export function listSchemaBreaks(
  versions: Versions,
  pair: Pair,
  direction: Direction,
  name: string,
): string[] {
  const before = variantsOf(versions.before, pair.before);
  const after = variantsOf(versions.after, pair.after);
  const [required, accepted] = direction === "request" ? [before, after] : [after, before];
  const lost = [...required.keys()].filter((type) => !accepts(accepted, type));
  const verb = direction === "request" ? "can no longer be" : "can now be";
  return [
    ...lost.map((type) => `${name} ${verb} ${type}`),
    ...[...before].flatMap(([type, schema]) => {
      const same = after.get(type);
      return same ? compareSame(versions, { before: schema, after: same }, direction, name) : [];
    }),
  ];
}

/** Reports a changed default of an optional input. */
export function listDefaultChanges({ before, after }: Pair, name: string): string[] {
  const was = JSON.stringify(before.default);
  const is = JSON.stringify(after.default);
  return was === is ? [] : [`${name} now defaults to ${is ?? "nothing"}`];
}

function accepts(types: Map<string, JsonSchema>, type: string): boolean {
  return types.has("anything") || types.has(type) || (type === "integer" && types.has("number"));
}

/** The types that a value may have, each with its schema. */
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
      ? listSchemaBreaks(
          versions,
          { before: before.items, after: after.items },
          direction,
          `${name}[]`,
        )
      : [];
  return [
    ...listLostValues({ before, after }, direction, name),
    ...(direction === "request" ? listNewLimits(before, after, name) : []),
    ...(direction === "response" && before.format !== after.format
      ? [
          after.format === undefined
            ? `${name} no longer has a format`
            : `${name} now has a format of ${after.format}`,
        ]
      : []),
    ...compareFields(versions, { before, after }, direction, name),
    ...inner,
  ];
}

/** Responses may gain enum values, as the document announces, but may not lose them. */
function listLostValues({ before, after }: Pair, direction: Direction, name: string): string[] {
  const was = valuesOf(before);
  const is = valuesOf(after);
  if (!was)
    return is && direction === "request"
      ? [`${name} must now be one of ${JSON.stringify(is)}`]
      : [];
  if (!is)
    return direction === "request" ? [] : [`${name} is no longer one of ${JSON.stringify(was)}`];
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
  const [stricter, laxer] = direction === "request" ? [after, before] : [before, after];
  const changed = (stricter.required ?? []).filter((key) => !laxer.required?.includes(key));
  const verb = direction === "request" ? "is now required" : "is now optional";
  return [
    ...Object.entries(before.properties ?? {}).flatMap(([key, field]) => {
      const same = after.properties?.[key];
      if (!same) return [`${name}.${key} was removed`];
      const pair = { before: field, after: same };
      const isOptional = direction === "request" && !before.required?.includes(key);
      return [
        ...(isOptional ? listDefaultChanges(pair, `${name}.${key}`) : []),
        ...listSchemaBreaks(versions, pair, direction, `${name}.${key}`),
      ];
    }),
    // Removed fields are already reported.
    ...changed.filter((key) => after.properties?.[key]).map((key) => `${name}.${key} ${verb}`),
  ];
}
