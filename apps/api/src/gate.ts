import { DomainError } from "@studbook/domain/errors";

export type Gate = {
  /** Throws DomainError BUSY when `run` would. */
  ensureRoom(): void;
  run<T>(work: () => Promise<T>): Promise<T>;
};

export type GateState = { running: number; waiting: number; refused: number };

/** The gates of this process by their names, to be watched. */
export const gates = new Map<string, () => GateState>();

type Limits = {
  /** Under which it is watched. */
  name?: string;
  concurrency: number;
  maxWaiting: number;
};

/**
 * Lets at most `concurrency` pieces of work run at once and at most `maxWaiting` wait for their turn.
 * `run` throws DomainError BUSY when the queue is full.
 */
export function createGate(limits: Limits): Gate {
  const waiting: (() => void)[] = [];
  let [running, refused] = [0, 0];
  if (limits.name) {
    gates.set(limits.name, () => ({ running, waiting: waiting.length, refused }));
  }
  const ensureRoom = () => {
    if (running < limits.concurrency || waiting.length < limits.maxWaiting) return;
    refused++;
    throw new DomainError("BUSY", "Studbook is very busy. Please try again in a moment.", {
      details: { retryAfterSeconds: 2 },
    });
  };
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };
  return {
    ensureRoom,
    async run(work) {
      ensureRoom();
      if (running < limits.concurrency) running++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
