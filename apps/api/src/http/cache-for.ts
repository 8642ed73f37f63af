/** Runs `work` at most once per `ms`. Calls in between share its result or its failure. */
export function cacheFor<T>(
  ms: number,
  work: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let cached: { since: number; result: Promise<T> } | undefined;
  return () => {
    if (!cached || now() - cached.since >= ms) cached = { since: now(), result: work() };
    return cached.result;
  };
}
