/** The median of several rounds, their lowest and their highest value. */
export type Spread = { median: number; min: number; max: number };

/** All three are NaN if there are no values. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const [min = Number.NaN, max = Number.NaN] = [sorted[0], sorted.at(-1)];
  return { median: median(sorted), min, max };
}

/** Returns NaN if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Divides the values of each round, so that what slows both down in one round does not count. */
export function ratioOf(values: readonly number[], bases: readonly number[]): Spread {
  return spreadOf(values.map((value, round) => value / (bases[round] ?? Number.NaN)));
}
