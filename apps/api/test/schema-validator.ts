import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { JsonSchema, OpenApi } from "../src/openapi/types.ts";

/**
 * Returns a function that validates values against the schemas of a document and lists the errors. Unlike clients, it also
 * rejects undocumented fields.
 */
export function createValidator(
  document: OpenApi,
): (schema: JsonSchema, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats });
  ajv.addFormat("binary", true);
  const components = { schemas: closeAll(document.components.schemas) };
  const compiled = new WeakMap<JsonSchema, ValidateFunction>();
  return (schema, value) => {
    const check = compiled.get(schema) ?? ajv.compile({ ...close(schema), components });
    compiled.set(schema, check);
    if (check(value)) return [];
    return (check.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(" "),
    );
  };
}

function close(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: closeAll(properties) }),
    ...(properties && { additionalProperties: schema.additionalProperties ?? false }),
    ...(items && { items: close(items) }),
    ...(anyOf && { anyOf: anyOf.map(close) }),
  };
}

function closeAll(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, close(one)]));
}
