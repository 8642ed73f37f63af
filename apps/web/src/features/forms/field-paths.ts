/** A message at a field, which is named by its path in the values: 'health.tests.3.name'. */
export type FieldMessage = { name: string; message: string };

/**
 * Returns the messages of React Hook Form's errors in the order of the values. The errors have the shape of the values, with
 * a message where the value of a field is. Skips `root`, which are the errors of no field.
 */
export function listMessages(errors: object, values: unknown): FieldMessage[] {
  const { root, ...fields } = { root: undefined, ...errors };
  return walk(fields, values, "");
}

function walk(errors: unknown, values: unknown, path: string): FieldMessage[] {
  if (!isGroup(errors)) return [];
  const message = readOwn(errors, "message");
  if (typeof message === "string") return message ? [{ name: path, message }] : [];
  const names = new Set([...(isGroup(values) ? Object.keys(values) : []), ...Object.keys(errors)]);
  return [...names].flatMap((name) =>
    walk(readOwn(errors, name), readOwn(values, name), name === "root" ? path : join(path, name)),
  );
}

/** Returns the message of a field, or undefined if it has none. */
export function findMessage(errors: object, name: string): string | undefined {
  const message = readOwn(readPath(errors, name), "message");
  return typeof message === "string" && message ? message : undefined;
}

/** Returns the field that a path leads to or into, by its value: a text, or a list that has no groups. */
export function findField(values: unknown, path: string): string | undefined {
  const names = path.split(".");
  const places = names.map((_, index) => names.slice(0, index + 1).join("."));
  return places.find((name) => isField(readPath(values, name)));
}

function isField(value: unknown): boolean {
  return Array.isArray(value) ? !value.some(isGroup) : value !== undefined && !isGroup(value);
}

function readPath(values: unknown, path: string): unknown {
  return path.split(".").reduce(readOwn, values);
}

function readOwn(value: unknown, name: string): unknown {
  return isGroup(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function join(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}
