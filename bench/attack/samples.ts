/** What honest people saw of one kind of request: times in ms and statuses. */
export type Samples = Map<string, { times: number[]; statuses: Map<string, number> }>;

/** Notes one request. */
export function note(samples: Samples, kind: string, ms: number, status: string): void {
  const seen = samples.get(kind) ?? { times: [], statuses: new Map<string, number>() };
  samples.set(kind, seen);
  seen.times.push(ms);
  seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
}

/** The value that a share of the values does not exceed; NaN without any. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
