import { z } from "@studbook/domain/schemas/z";
import { Described } from "./describe-type.ts";

/** What a program needs to read a list page by page. */
const PAGE = ["items", "nextCursor"];

/**
 * Returns the JSON type of an output, or the types of a page's fields, as the source of a `Shape`. Other fields are not
 * listed: a server that is older than the client may lack some, and programs may not need them.
 */
export function describeShape(output: z.ZodType): string {
  const json = z.toJSONSchema(output, { io: "output", unrepresentable: "any" });
  const { $defs = {}, ...root } = Described.parse(json);
  const { properties = {} } = resolve(root, $defs);
  const types = PAGE.flatMap((name) => {
    const field = properties[name];
    return field ? [`${name}: ${JSON.stringify(typesOf(field, $defs))}`] : [];
  });
  return types.length > 0 ? `{ ${types.join(", ")} }` : JSON.stringify(typesOf(root, $defs));
}

type Definitions = Record<string, Described>;

function resolve(schema: Described, $defs: Definitions): Described {
  return $defs[schema.$ref?.replace("#/$defs/", "") ?? ""] ?? schema;
}

function typesOf(schema: Described, $defs: Definitions): string {
  const { anyOf, oneOf, type, items = {} } = resolve(schema, $defs);
  const choices = anyOf ?? oneOf;
  if (choices) return [...new Set(choices.map((choice) => typesOf(choice, $defs)))].join("|");
  if (type === undefined) throw new Error(`Unsupported schema: ${JSON.stringify(schema)}`);
  const names = [type].flat().map((name) => {
    if (name === "integer") return "number";
    return name === "array" ? `${typesOf(items, $defs)}[]` : name;
  });
  return names.join("|");
}
