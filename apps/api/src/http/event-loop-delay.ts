/** Measurements older than this say nothing about the present. */
const VALID_MS = 500;

/** How much the newest measurement counts in the average. */
const WEIGHT = 0.3;

/** Measures how long events wait for the process's thread, from one request to the next turn of the event loop. */
export type EventLoopDelay = {
  /** Call this at each request. It needs no timer, so that an idle process stays idle. */
  sample(): void;
  /** The recent average, in milliseconds. */
  read(): number;
};

export function createEventLoopDelay(): EventLoopDelay {
  let averageMs = 0;
  let measuredAt = 0;
  let startedAt: number | undefined;
  const finish = () => {
    measuredAt = performance.now();
    averageMs += WEIGHT * (measuredAt - (startedAt ?? measuredAt) - averageMs);
    startedAt = undefined;
  };
  return {
    sample() {
      if (startedAt !== undefined) return;
      const now = performance.now();
      if (now - measuredAt > VALID_MS) averageMs = 0;
      startedAt = now;
      setImmediate(finish);
    },
    read: () => (performance.now() - measuredAt > VALID_MS ? 0 : averageMs),
  };
}
