import type { JsonSchema } from "./types.ts";

const MINIMUMS = ["minLength", "minItems"] as const;
const MAXIMUMS = ["maxLength", "maxItems"] as const;

/** Lists the limits that are new or narrower, one line each. */
export function listNewLimits(before: JsonSchema, after: JsonSchema, name: string): string[] {
  const minimums = MINIMUMS.filter((key) => (after[key] ?? -Infinity) > (before[key] ?? -Infinity));
  const maximums = MAXIMUMS.filter((key) => (after[key] ?? Infinity) < (before[key] ?? Infinity));
  const forms = (["pattern", "format"] as const).filter(
    (key) => after[key] !== undefined && after[key] !== before[key],
  );
  const limits = [...findNewRange(before, after), ...minimums, ...maximums, ...forms];
  return [
    ...limits.map((key) => {
      const article = key.startsWith("exclusive") ? "an" : "a";
      return `${name} now has ${article} ${key} of ${after[key]}`;
    }),
    ...(after.uniqueItems && !before.uniqueItems ? [`${name} must now have unique items`] : []),
    ...(after.additionalProperties === false && before.additionalProperties !== false
      ? [`${name} no longer accepts additional properties`]
      : []),
  ];
}

/** An exclusive bound is narrower than an inclusive bound of the same value. */
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
