import { z } from "@studbook/domain/schemas/z";
import type { JsonSchema } from "./types.ts";

/** The named schemas, by ID. */
export type SchemaPool = Record<string, JsonSchema>;

/**
 * Converts the input or output of a zod schema to JSON Schema. Schemas with an ID are added to the pool and referenced.
 * Output schemas allow additional properties, because responses may gain fields.
 */
export function toSchema(schema: z.ZodType, io: "input" | "output", pool: SchemaPool): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      if (io === "output" && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
      // The range of all safe integers is not a useful limit.
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

/** Splits one field off an object's schema. */
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
