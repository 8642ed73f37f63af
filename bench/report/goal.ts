/** A requirement, and whether a measurement meets it. */
export type Goal = { name: string; limit: string; isMet: boolean };

/** A value, usually a median, that must not be below the limit. NaN meets no goal. */
export function atLeast(name: string, value: number, limit: number): Goal {
  return { name, limit: `≥ ${limit}`, isMet: value >= limit };
}

/** A value, usually a median, that must not be above the limit. NaN meets no goal. */
export function atMost(name: string, value: number, limit: number): Goal {
  return { name, limit: `≤ ${limit}`, isMet: value <= limit };
}
