import { BREEDS } from "@studbook/domain/breeds";
import { z } from "@studbook/domain/schemas/z";
import { STATE_CODES } from "@studbook/domain/states";

/** JSON Schema as zod writes it, with the name of a type in place of a schema that has one. */
const Described = z.looseObject({
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

type Described = z.infer<typeof Described>;

/** What a caller sends or gets. */
export type Direction = "input" | "output";

/** The lists whose values would fill a page wherever they stand. */
export const LISTS: readonly [name: string, values: readonly string[]][] = [
  ["Breed", BREEDS],
  ["StateCode", STATE_CODES],
];

/**
 * A schema as a TypeScript type. A schema within it that has a name stands under it.
 */
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

/** The values as a union of types, one a line. */
export function union(values: readonly string[]): string {
  return values.map((value) => `\n  | ${JSON.stringify(value)}`).join("");
}

type Place = { io: Direction; $defs: Record<string, Described> };

function typeOf(schema: Described, place: Place): string {
  if (schema.typeName) return schema.typeName;
  const shared = schema.$ref && place.$defs[schema.$ref.replace("#/$defs/", "")];
  if (shared) return typeOf(shared, place);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, place)))].join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return enumOf(schema.enum);
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type }, place)).join(" | ");
  }
  switch (schema.type) {
    case "object":
      return objectOf(schema, place);
    case "array":
      return `${grouped(typeOf(schema.items ?? {}, place))}[]`;
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    default:
      throw new Error(`No type for ${JSON.stringify(schema)}`);
  }
}

function enumOf(values: readonly unknown[]): string {
  const list = LISTS.find(([, all]) => all.every((value) => values.includes(value)));
  const rest = list ? values.filter((value) => !list[1].includes(String(value))) : values;
  return [...(list ? [list[0]] : []), ...rest.map((value) => JSON.stringify(value))].join(" | ");
}

function objectOf(schema: Described, place: Place): string {
  const { properties = {}, additionalProperties, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, field]) => {
    const comment = field.description ? `/** ${field.description} */\n` : "";
    const isRequired = required.includes(name);
    // JSON has no undefined, but a caller may.
    const absent = isRequired || place.io === "output" ? "" : " | undefined";
    return `${comment}${name}${isRequired ? "" : "?"}: ${typeOf(field, place)}${absent};`;
  });
  if (fields.length > 0) return braced(fields);
  return typeof additionalProperties === "object"
    ? `Record<string, ${typeOf(additionalProperties, place)}>`
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
