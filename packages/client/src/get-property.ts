/** Returns undefined if `value` is not an object or has no such property. */
export function getProperty(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
