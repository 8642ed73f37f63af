import type { JsonSchema } from "./types.ts";

const LEAST = ["minLength", "minItems"] as const;
const MOST = ["maxLength", "maxItems"] as const;

/** What a value of one schema may have to meet under the other that it did not before, a line each. */
export function findNewLimits(before: JsonSchema, after: JsonSchema, name: string): string[] {
  const least = LEAST.filter((key) => (after[key] ?? -Infinity) > (before[key] ?? -Infinity));
  const most = MOST.filter((key) => (after[key] ?? Infinity) < (before[key] ?? Infinity));
  const forms = (["pattern", "format"] as const).filter(
    (key) => after[key] !== undefined && after[key] !== before[key],
  );
  const limits = [...findNewRange(before, after), ...least, ...most, ...forms];
  return [
    ...limits.map((key) => `${name} has the ${key} ${after[key]}`),
    ...(after.uniqueItems && !before.uniqueItems ? [`${name} takes nothing twice any more`] : []),
    ...(after.additionalProperties === false && before.additionalProperties !== false
      ? [`${name} takes no other fields any more`]
      : []),
  ];
}

/** A limit that is left out of the range takes more away than the same one within it. */
function findNewRange(before: JsonSchema, after: JsonSchema) {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = after;
  const floor = Math.max(before.minimum ?? -Infinity, before.exclusiveMinimum ?? -Infinity);
  const ceiling = Math.min(before.maximum ?? Infinity, before.exclusiveMaximum ?? Infinity);
  const isHigher =
    exclusiveMinimum !== undefined &&
    (before.exclusiveMinimum === floor ? exclusiveMinimum > floor : exclusiveMinimum >= floor);
  const isLower =
    exclusiveMaximum !== undefined &&
    (before.exclusiveMaximum === ceiling
      ? exclusiveMaximum < ceiling
      : exclusiveMaximum <= ceiling);
  const isCoarser =
    multipleOf !== undefined &&
    (before.multipleOf === undefined || before.multipleOf % multipleOf !== 0);
  return [
    ...((after.minimum ?? -Infinity) > floor ? (["minimum"] as const) : []),
    ...(isHigher ? (["exclusiveMinimum"] as const) : []),
    ...((after.maximum ?? Infinity) < ceiling ? (["maximum"] as const) : []),
    ...(isLower ? (["exclusiveMaximum"] as const) : []),
    ...(isCoarser ? (["multipleOf"] as const) : []),
  ];
}
