import type { ApiResponse, Header, JsonSchema, OpenApi, Reference } from "./types.ts";

type Kind = "responses" | "headers" | "schemas";

function nameOf(reference: string, kind: Kind): string {
  return reference.slice(`#/components/${kind}/`.length);
}

/** Resolves a reference within the document. Throws an Error if its target does not exist. */
export function resolveResponse(
  { components }: OpenApi,
  response: ApiResponse | Reference,
): ApiResponse {
  if (!("$ref" in response)) return response;
  return required(components.responses[nameOf(response.$ref, "responses")], response.$ref);
}

export function resolveHeader({ components }: OpenApi, { $ref }: Reference): Header {
  return required(components.headers[nameOf($ref, "headers")], $ref);
}

/** Resolves a schema's own reference and merges its `allOf` parts. Does not resolve its fields. */
export function resolveSchema(document: OpenApi, schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) {
    const target = document.components.schemas[nameOf(schema.$ref, "schemas")];
    return resolveSchema(document, required(target, schema.$ref));
  }
  if (!schema.allOf) return schema;
  return schema.allOf.map((part) => resolveSchema(document, part)).reduce(merge);
}

function merge(a: JsonSchema, b: JsonSchema): JsonSchema {
  const names = Object.keys({ ...a.properties, ...b.properties });
  const properties = Object.fromEntries(
    names.map((name) => [name, { ...a.properties?.[name], ...b.properties?.[name] }]),
  );
  return {
    ...a,
    ...b,
    properties,
    required: [...new Set([...(a.required ?? []), ...(b.required ?? [])])],
  };
}

function required<T>(target: T | undefined, reference: string): T {
  if (target === undefined) throw new Error(`${reference} does not exist`);
  return target;
}
