import { getProperty } from "./get-property.ts";

/** The JSON types of a value, such as `string|null` or `object[]`, or those of some fields of an object. */
export type Shape = string | Readonly<Record<string, string>>;

/** Returns what does not have its type: 'field `items`' or 'result'. Undefined if everything has. */
export function findMismatch(data: unknown, shape: Shape): string | undefined {
  if (typeof shape === "string") return hasType(data, shape) ? undefined : "result";
  if (!hasType(data, "object")) return "result";
  const wrong = Object.entries(shape).find(
    ([name, types]) => !hasType(getProperty(data, name), types),
  );
  return wrong && `field \`${wrong[0]}\``;
}

function hasType(value: unknown, types: string): boolean {
  return types.split("|").some((type) => {
    if (!type.endsWith("[]")) return typeOf(value) === type;
    return Array.isArray(value) && value.every((entry) => hasType(entry, type.slice(0, -2)));
  });
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
