/** How long one request may spend on calls to Stripe, in ms. */
const REQUEST_DEADLINE_MS = 9000;

/** Limits the total time of a request's calls to Stripe. */
export type Deadline = {
  remainingMs(): number;
  /** Settles like `work`. Throws DeadlineExceededError if the deadline passes first. */
  within<T>(work: Promise<T>): Promise<T>;
};

export class DeadlineExceededError extends Error {
  override name = "DeadlineExceededError";
}

export function startDeadline(ms: number = REQUEST_DEADLINE_MS): Deadline {
  const endsAt = performance.now() + ms;
  const remainingMs = () => Math.max(0, endsAt - performance.now());
  return {
    remainingMs,
    async within(work) {
      const { promise: timeout, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => reject(new DeadlineExceededError("Stripe did not respond in time")),
        remainingMs(),
      );
      try {
        return await Promise.race([work, timeout]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
