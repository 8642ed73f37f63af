import { z } from "@studbook/domain/schemas/z";
import type { JsonSchema } from "./types.ts";

/** The named schemas, which others refer to. */
export type SchemaPool = Record<string, JsonSchema>;

/**
 * The JSON Schema of what a zod schema takes or gives. Schemas with an id go into the pool and are
 * referred to. What is given may gain fields, so it is not closed.
 */
export function toSchema(schema: z.ZodType, io: "input" | "output", pool: SchemaPool): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      if (io === "output" && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
      // The range of every whole number of JavaScript says nothing.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
  const parsed: JsonSchema & { $schema?: string } = JSON.parse(text);
  const { $defs, $schema: _dialect, ...own } = parsed;
  Object.assign(pool, $defs);
  return own;
}

/** One field of an object's schema, and the object without it. */
export function takeProperty(
  { properties = {}, required = [], ...same }: JsonSchema,
  name: string,
): { taken: JsonSchema | undefined; rest: JsonSchema } {
  const { [name]: taken, ...left } = properties;
  const stillRequired = required.filter((field) => field !== name);
  const rest = {
    ...same,
    properties: left,
    ...(stillRequired.length > 0 && { required: stillRequired }),
  };
  return { taken, rest };
}
