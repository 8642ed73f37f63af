import { BREEDS } from "@studbook/domain/breeds";
import { z } from "@studbook/domain/schemas/z";
import { STATE_CODES } from "@studbook/domain/states";

/** zod's JSON Schema. `typeName` is set where a named type replaces the schema. */
export const Described = z.looseObject({
  get anyOf() {
    return z.array(Described).optional();
  },
  get oneOf() {
    return z.array(Described).optional();
  },
  get items() {
    return Described.optional();
  },
  get properties() {
    return z.record(z.string(), Described).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), Described]).optional();
  },
  get $defs() {
    return z.record(z.string(), Described).optional();
  },
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  typeName: z.string().optional(),
  required: z.array(z.string()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  description: z.string().optional(),
});

export type Described = z.infer<typeof Described>;

/** What a caller sends or receives. */
export type Direction = "input" | "output";

/** Long enums, which get a type of their own instead of being repeated inline. */
export const LISTS: readonly [name: string, values: readonly string[]][] = [
  ["Breed", BREEDS],
  ["StateCode", STATE_CODES],
];

/** Returns a schema as a TypeScript type. Nested schemas with a name are replaced by it. */
export function describeType(
  schema: z.ZodType,
  io: Direction,
  findName: (schema: unknown) => string | undefined,
): string {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema, path }) {
      const name = path.length === 0 ? undefined : findName(zodSchema);
      if (name) Object.assign(jsonSchema, { typeName: name });
    },
  });
  const { $defs = {}, ...root } = Described.parse(json);
  return typeOf(root, { io, $defs });
}

/** Returns the values as a union type, one per line. */
export function union(values: readonly string[]): string {
  return values.map((value) => `\n  | ${JSON.stringify(value)}`).join("");
}

type Context = { io: Direction; $defs: Record<string, Described> };

function typeOf(schema: Described, context: Context): string {
  if (schema.typeName) return schema.typeName;
  const shared = schema.$ref && context.$defs[schema.$ref.replace("#/$defs/", "")];
  if (shared) return typeOf(shared, context);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, context)))].join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return enumOf(schema.enum);
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type }, context)).join(" | ");
  }
  switch (schema.type) {
    case "object":
      return objectOf(schema, context);
    case "array":
      return `${grouped(typeOf(schema.items ?? {}, context))}[]`;
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case undefined:
      return "unknown";
    default:
      throw new Error(`Unsupported schema: ${JSON.stringify(schema)}`);
  }
}

function enumOf(values: readonly unknown[]): string {
  const list = LISTS.find(([, all]) => all.every((value) => values.includes(value)));
  const rest = list ? values.filter((value) => !list[1].includes(String(value))) : values;
  return [...(list ? [list[0]] : []), ...rest.map((value) => JSON.stringify(value))].join(" | ");
}

function objectOf(schema: Described, context: Context): string {
  const { properties = {}, additionalProperties, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, field]) => {
    const comment = field.description ? `/** ${field.description} */\n` : "";
    const isRequired = required.includes(name);
    // Responses are JSON, which has no undefined. Callers may pass it.
    const absent = isRequired || context.io === "output" ? "" : " | undefined";
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${comment}${key}${isRequired ? "" : "?"}: ${typeOf(field, context)}${absent};`;
  });
  if (fields.length > 0) return braced(fields);
  return typeof additionalProperties === "object"
    ? `Record<string, ${typeOf(additionalProperties, context)}>`
    : "Record<string, never>";
}

function braced(fields: readonly string[]): string {
  const line = `{ ${fields.join(" ").slice(0, -1)} }`;
  const isShort = line.length < 70 && !line.includes("\n");
  return isShort ? line : `{\n${fields.join("\n").replace(/^/gm, "  ")}\n}`;
}

function grouped(type: string): string {
  return /^[^{]* \| /.test(type) ? `(${type})` : type;
}
