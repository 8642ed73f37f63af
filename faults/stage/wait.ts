import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 25;

/** Waits until the condition is met. Returns whether that happened within `ms` milliseconds. */
export async function waitUntil(
  ms: number,
  condition: () => boolean | Promise<boolean>,
): Promise<boolean> {
  const deadline = performance.now() + ms;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() > deadline) return false;
    await delay(POLL_MS);
  }
}

/** Returns after how many milliseconds the condition is met, or Infinity if that takes longer than `ms`. */
export async function timeUntil(
  ms: number,
  condition: () => boolean | Promise<boolean>,
): Promise<number> {
  const startedAt = performance.now();
  return (await waitUntil(ms, condition))
    ? performance.now() - startedAt
    : Number.POSITIVE_INFINITY;
}
