import { DomainError } from "@studbook/domain/errors";
import { BUSY_MESSAGE } from "./errors.ts";

export type Gate = {
  /** Throws DomainError BUSY if `run` would. */
  ensureRoom(): void;
  run<T>(work: () => Promise<T>): Promise<T>;
};

export type GateState = { running: number; waiting: number; refused: number };

/** The state of this process's named gates, for the metrics. */
export const gates = new Map<string, () => GateState>();

type Limits = {
  /** The name in {@link gates}. */
  name?: string;
  concurrency: number;
  maxWaiting: number;
};

/**
 * Runs up to `concurrency` pieces of work at once and queues up to `maxWaiting` more. `run` throws DomainError BUSY if the
 * queue is full.
 */
export function createGate(limits: Limits): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  let refused = 0;
  if (limits.name) {
    gates.set(limits.name, () => ({ running, waiting: waiting.length, refused }));
  }
  const ensureRoom = () => {
    if (running < limits.concurrency || waiting.length < limits.maxWaiting) return;
    refused++;
    throw tooBusy(2);
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

/** The error for a queue that is full or too slow. */
export function tooBusy(retryAfterSeconds: number): DomainError {
  return new DomainError("BUSY", BUSY_MESSAGE, { details: { retryAfterSeconds } });
}
