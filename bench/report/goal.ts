/** A requirement, and whether a measurement meets it. */
export type Goal = { text: string; isMet: boolean };

/** A value, usually a median, that must not be below the limit. NaN meets no goal. */
export function atLeast(what: string, value: number, limit: number): Goal {
  return { text: `${what} ≥ ${limit}`, isMet: value >= limit };
}

/** A value, usually a median, that must not be above the limit. NaN meets no goal. */
export function atMost(what: string, value: number, limit: number): Goal {
  return { text: `${what} ≤ ${limit}`, isMet: value <= limit };
}
