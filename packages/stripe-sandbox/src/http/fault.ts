import { ApiError } from "./api-error.ts";

/** A failure of the next `times` calls of a path. `*` in `path` matches anything. */
export type Fault = { method?: string | undefined; path: string; times: number } & (
  | { kind: "delay"; ms: number; when: "before" | "after" }
  | { kind: "error"; status: 429 | 500; when: "before" | "after" }
  | { kind: "drop"; when: "before" | "after" }
);

/** The faults that tests have added, in memory only. */
export class Faults {
  #faults: Fault[] = [];

  add(fault: Fault): void {
    this.#faults.push(fault);
  }

  /** Returns the faults that match this call and counts them down. */
  take(method: string, path: string): Fault[] {
    const hit = this.#faults.filter(
      (fault) => (!fault.method || fault.method === method) && matches(fault.path, path),
    );
    for (const fault of hit) fault.times--;
    this.#faults = this.#faults.filter(({ times }) => times > 0);
    return hit;
  }

  clear(): void {
    this.#faults = [];
  }
}

function matches(pattern: string, path: string): boolean {
  const [first = "", ...parts] = pattern.split("*");
  const last = parts.pop();
  if (last === undefined) return path === pattern;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

/** Returns the error that Stripe would return. */
export function faultError(status: 429 | 500): ApiError {
  return status === 429
    ? new ApiError(429, {
        type: "invalid_request_error",
        code: "rate_limit",
        message:
          "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.",
      })
    : new ApiError(500, { type: "api_error", message: "An unknown error occurred" });
}
