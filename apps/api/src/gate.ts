import { DomainError } from "@studbook/domain/errors";

export type Gate = { run<T>(work: () => Promise<T>): Promise<T> };

/**
 * Lets at most `concurrency` pieces of work run at once and at most `maxWaiting` wait for their turn.
 * `run` throws DomainError BUSY when the queue is full.
 */
export function createGate(limits: { concurrency: number; maxWaiting: number }): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= limits.concurrency) {
        if (waiting.length >= limits.maxWaiting) {
          throw new DomainError("BUSY", "Studbook is very busy. Please try again in a moment.", {
            details: { retryAfterSeconds: 2 },
          });
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running++;
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
