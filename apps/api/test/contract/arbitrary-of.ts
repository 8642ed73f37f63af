import { dayBetween, LAST_DAY, PLACES } from "@studbook/domain/test/record-arbitrary";
import fc from "fast-check";
import { resolveSchema } from "../../src/openapi/resolve-reference.ts";
import type { JsonSchema, OpenApi } from "../../src/openapi/types.ts";

const MAX_TEXT_LENGTH = 60;
const MAX_LIST_LENGTH = 4;
/** Each field can break a rule that the document cannot express, so objects with all of them would hardly be accepted. */
const MAX_OPTIONAL_FIELDS = 3;

const HTTPS = "^https://";
const FIVE_DIGITS = "^\\d{5}$";

/** Generates any value that a schema of the document allows. */
export function arbitraryOf(document: OpenApi, schema: JsonSchema): fc.Arbitrary<unknown> {
  const resolved = resolveSchema(document, schema);
  if (resolved.const !== undefined) return fc.constant(resolved.const);
  if (resolved.enum) return fc.constantFrom(...resolved.enum);
  if (resolved.anyOf) {
    return fc.oneof(
      ...resolved.anyOf.map((part) => ({
        weight: part.type === "null" ? 1 : 3,
        arbitrary: arbitraryOf(document, part),
      })),
    );
  }
  const types = [resolved.type ?? "object"].flat();
  return fc.oneof(...types.map((type) => ofType(document, resolved, type)));
}

/** Generates one or two fields of an object schema, half of the time of those that are objects if there are any. */
export function someFieldsOf(
  document: OpenApi,
  schema: JsonSchema,
): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {} } = schema;
  const fields = Object.entries(fieldsOf(document, schema));
  const nested = fields.filter(([name]) => hasFields(document, properties[name] ?? {}));
  const groups = nested.length > 0 ? [fields, nested] : [fields];
  return fc.oneof(...groups.map(someOf));
}

function someOf(fields: [string, fc.Arbitrary<unknown>][]): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .subarray(fields, {
      minLength: Math.min(1, fields.length),
      maxLength: Math.min(2, fields.length),
    })
    .chain((some) => fc.record(Object.fromEntries(some)));
}

function hasFields(document: OpenApi, schema: JsonSchema): boolean {
  const { properties, anyOf = [] } = resolveSchema(document, schema);
  return properties !== undefined || anyOf.some((part) => hasFields(document, part));
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
      return ofList(document, schema);
    case "object":
      return ofObject(document, schema);
    default:
      throw new Error(`Unknown schema type ${type}`);
  }
}

function ofNumber({ minimum = 0, maximum = 1000, multipleOf = 0.01 }: JsonSchema) {
  const stepsPerUnit = 1 / multipleOf;
  const steps = fc.integer({ min: minimum * stepsPerUnit, max: maximum * stepsPerUnit });
  // The product of a whole number and 0.01 can have many decimals.
  return steps.map((n) => n / stepsPerUnit);
}

function ofList(document: OpenApi, schema: JsonSchema): fc.Arbitrary<unknown[]> {
  const item = arbitraryOf(document, schema.items ?? {});
  const { minItems: minLength = 0, maxItems: maxLength = MAX_LIST_LENGTH } = schema;
  return schema.uniqueItems
    ? fc.uniqueArray(item, { minLength, maxLength })
    : fc.array(item, { minLength, maxLength });
}

function ofObject(document: OpenApi, schema: JsonSchema): fc.Arbitrary<object> {
  const fields = fieldsOf(document, schema);
  const required = schema.required ?? [];
  const optional = Object.keys(fields).filter((name) => !required.includes(name));
  const maxLength = Math.min(optional.length, MAX_OPTIONAL_FIELDS);
  const minLength = required.length > 0 ? 0 : Math.min(optional.length, 1);
  return fc.subarray(optional, { minLength, maxLength }).chain((some) => {
    const names = new Set([...required, ...some]);
    return fc.record(
      Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name))),
    );
  });
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
  if (format === "date") return dayBetween("1990-01-01", LAST_DAY);
  if (pattern === HTTPS) return fc.webUrl({ validSchemes: ["https"] });
  if (pattern === FIVE_DIGITS) return fc.constantFrom(...PLACES.map(({ zip }) => zip));
  if (!pattern) return fc.string({ unit: "grapheme", minLength, maxLength: max });
  const matching = fc.stringMatching(new RegExp(pattern), { maxLength: max });
  return matching.filter((text) => text.length >= minLength);
}
