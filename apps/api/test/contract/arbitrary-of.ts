import fc from "fast-check";
import { resolveSchema } from "../../src/openapi/resolve-reference.ts";
import type { JsonSchema, OpenApi } from "../../src/openapi/types.ts";

const MAX_TEXT_LENGTH = 60;
const MAX_LIST_LENGTH = 4;

/** Generates any value that a schema of the document allows. */
export function arbitraryOf(document: OpenApi, schema: JsonSchema): fc.Arbitrary<unknown> {
  const resolved = resolveSchema(document, schema);
  if (resolved.const !== undefined) return fc.constant(resolved.const);
  if (resolved.enum) return fc.constantFrom(...resolved.enum);
  if (resolved.anyOf) return fc.oneof(...resolved.anyOf.map((part) => arbitraryOf(document, part)));
  const types = [resolved.type ?? "object"].flat();
  return fc.oneof(...types.map((type) => ofType(document, resolved, type)));
}

/** Generates one or two fields of an object schema. */
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
    case "number":
      return ofNumber(schema);
    case "string":
      return ofText(schema);
    case "array":
      return fc.array(arbitraryOf(document, schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: schema.maxItems ?? MAX_LIST_LENGTH,
      });
    case "object":
      return fc.record(fieldsOf(document, schema), { requiredKeys: schema.required ?? [] });
    default:
      throw new Error(`Unknown schema type ${type}`);
  }
}

function ofNumber({ minimum = 0, maximum = 1000, multipleOf = 0.01 }: JsonSchema) {
  const steps = fc.integer({ min: minimum / multipleOf, max: maximum / multipleOf });
  return steps.map((n) => n * multipleOf);
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
  const max = Math.min(maxLength ?? MAX_TEXT_LENGTH, MAX_TEXT_LENGTH);
  if (format === "uuid") return fc.uuid();
  if (format === "email") return fc.emailAddress();
  if (!pattern) return fc.string({ unit: "grapheme", minLength, maxLength: max });
  const matching = fc.stringMatching(new RegExp(pattern), { maxLength: max });
  return matching.filter((text) => text.length >= minLength);
}
