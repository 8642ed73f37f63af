/** Response times in milliseconds and statuses, by kind of request. */
export type Samples = Map<string, { times: number[]; statuses: Map<string, number> }>;

export function record(samples: Samples, kind: string, ms: number, status: string): void {
  const seen = samples.get(kind) ?? { times: [], statuses: new Map<string, number>() };
  samples.set(kind, seen);
  seen.times.push(ms);
  seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
}

/** Returns NaN if there are no values. `share` is 0.99 for the p99. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
