/** Does work at most once in `ms`: whoever asks in between gets the same result, or failure. */
export function shareFor<T>(
  ms: number,
  work: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let shared: { since: number; result: Promise<T> } | undefined;
  return () => {
    if (!shared || now() - shared.since >= ms) shared = { since: now(), result: work() };
    return shared.result;
  };
}
