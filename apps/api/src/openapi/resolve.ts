import type { ApiResponse, Header, JsonSchema, OpenApi, Reference } from "./types.ts";

type Kind = "responses" | "headers" | "schemas";

function nameOf(reference: string, kind: Kind): string {
  return reference.slice(`#/components/${kind}/`.length);
}

/** What a reference of this document stands for. Throws Error when that is not there. */
export function resolveResponse(
  { components }: OpenApi,
  response: ApiResponse | Reference,
): ApiResponse {
  if (!("$ref" in response)) return response;
  return found(components.responses[nameOf(response.$ref, "responses")], response.$ref);
}

export function resolveHeader({ components }: OpenApi, { $ref }: Reference): Header {
  return found(components.headers[nameOf($ref, "headers")], $ref);
}

/** The schema itself, all that it has to meet in one, its fields not looked into. */
export function resolveSchema(document: OpenApi, schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) {
    const target = document.components.schemas[nameOf(schema.$ref, "schemas")];
    return resolveSchema(document, found(target, schema.$ref));
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

function found<T>(target: T | undefined, reference: string): T {
  if (target === undefined) throw new Error(`Nothing is at ${reference}`);
  return target;
}
