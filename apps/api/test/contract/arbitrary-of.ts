import fc from "fast-check";
import { resolveSchema } from "../../src/openapi/resolve-reference.ts";
import type { JsonSchema, OpenApi } from "../../src/openapi/types.ts";

const LONGEST_TEXT = 60;
const LONGEST_LIST = 4;

/** Any value that a schema of the document allows. */
export function arbitraryOf(document: OpenApi, schema: JsonSchema): fc.Arbitrary<unknown> {
  const own = resolveSchema(document, schema);
  if (own.const !== undefined) return fc.constant(own.const);
  if (own.enum) return fc.constantFrom(...own.enum);
  if (own.anyOf) return fc.oneof(...own.anyOf.map((part) => arbitraryOf(document, part)));
  const types = [own.type ?? "object"].flat();
  return fc.oneof(...types.map((type) => ofType(document, own, type)));
}

/** One or two of the fields that an object's schema has, each as it allows. */
export function someFieldsOf(
  document: OpenApi,
  schema: JsonSchema,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(fieldsOf(document, schema));
  return fc
    .subarray(fields, {
      minLength: Math.min(1, fields.length),
      maxLength: Math.min(2, fields.length),
    })
    .chain((some) => fc.record(Object.fromEntries(some)));
}

function ofType(document: OpenApi, schema: JsonSchema, type: string): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({
        min: schema.minimum ?? -(2 ** 31),
        max: schema.maximum ?? 2 ** 31,
      });
    case "string":
      return ofText(schema);
    case "array":
      return fc.array(arbitraryOf(document, schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: schema.maxItems ?? LONGEST_LIST,
      });
    case "object":
      return fc.record(fieldsOf(document, schema), { requiredKeys: schema.required ?? [] });
    default:
      throw new Error(`No value is known of the type ${type}`);
  }
}

function fieldsOf(
  document: OpenApi,
  { properties = {} }: JsonSchema,
): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, arbitraryOf(document, field)]),
  );
}

function ofText({ pattern, format, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<string> {
  const longest = Math.min(maxLength ?? LONGEST_TEXT, LONGEST_TEXT);
  if (format === "uuid") return fc.uuid();
  if (format === "email") return fc.emailAddress();
  if (!pattern) return fc.string({ unit: "grapheme", minLength, maxLength: longest });
  const matching = fc.stringMatching(new RegExp(pattern), { maxLength: longest });
  return matching.filter((text) => text.length >= minLength);
}
