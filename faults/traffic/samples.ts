import type { Sample } from "./load.ts";

/** The samples that were sent in a period, in milliseconds from the start of the load. */
export function sentBetween(samples: readonly Sample[], from: number, to: number): Sample[] {
  return samples.filter(({ at }) => at >= from && at < to);
}

export function isOk({ status }: Pick<Sample, "status">): boolean {
  return status >= 200 && status < 300;
}

/** Whether the server has refused the request in the way that clients can handle. */
export function isRefusal({
  status,
  hasRetryAfter,
}: Pick<Sample, "status" | "hasRetryAfter">): boolean {
  return status === 503 && hasRetryAfter;
}

/** Whether a refusal says the right thing: BUSY if the database responds to others, NOT_READY if it responds to nobody. */
export function isRefusalFor(code: "BUSY" | "NOT_READY", sample: Sample): boolean {
  return isRefusal(sample) && sample.code === code;
}

/** The given percentile of the values, from 0 to 1; 0 if there are no values. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(part * sorted.length) - 1] ?? 0;
}

/** The longest duration; 0 if there are no samples. */
export function slowest(samples: readonly Sample[]): number {
  return samples.reduce((longest, { ms }) => Math.max(longest, ms), 0);
}

/** Describes samples for a list of examples, such as `page 500`. */
export function describeSamples(samples: readonly Sample[]): string[] {
  return samples.map(({ kind, status, hasRetryAfter, code }) => {
    const missing = status === 503 && !hasRetryAfter ? " without Retry-After" : "";
    return `${kind} ${status || "no response"}${code ? ` ${code}` : ""}${missing}`;
  });
}
