import { DomainError } from "@studbook/domain/errors";
import { FairQueue, type Place } from "./fair-queue.ts";
import { gates } from "./gate.ts";

export type FairGate = {
  /** Throws DomainError BUSY when `run` would. */
  ensureRoom(place: Place): void;
  /** Whether those around a place have used less than `lightMs` here lately. */
  isLight(place: Place): boolean;
  run<T>(caller: Caller, work: () => Promise<T>): Promise<T>;
};

/** Who wants work done. */
export type Caller = Place & {
  /** Once it aborts, work that still waits is not done. */
  closed?: AbortSignal;
  /** Gives up the caller's turn elsewhere, which others would wait for meanwhile. */
  leaveTurn?: () => void;
};

type Limits = {
  /** Under which it is watched. */
  name?: string;
  concurrency: number;
  /** How many may wait in each lane, and there from one neighborhood. */
  maxWaiting: number;
  maxWaitingAround: number;
  maxWaitMs: number;
  /** Who has used less time than this lately, with all around them, is served like who has used none. */
  lightMs?: number;
  /**
   * How long a worker rests between two pieces of work while others wait, as multiples of the first one's time: for
   * `rest`, and less, down to `leastRest`, when so many wait that they would not all be served within `paceMs`.
   */
  rest: number;
  leastRest: number;
  paceMs: number;
};

/** On a machine that is busy with other things work takes longer, and need not rest longer. */
const MAX_REST_MS = 100;

type Waiter = { start(): void; refuse(): void };

/**
 * Lets at most `concurrency` pieces of work run at once and serves those who wait fairly (see {@link FairQueue}).
 * `run` throws DomainError BUSY when the queue is full, after `maxWaitMs`, and when the caller has gone. A newcomer
 * to a full lane, or from a neighborhood that has its share waiting, may take another's place (see
 * {@link FairQueue.findReplacedBy}).
 */
export function createFairGate(limits: Limits): FairGate {
  const waiting = new FairQueue<Waiter>(limits.lightMs);
  let [running, refused] = [0, 0];
  if (limits.name) {
    gates.set(limits.name, () => ({ running, waiting: waiting.size, refused }));
  }

  /** Whom a newcomer replaces, if anybody. Throws DomainError BUSY if there is no room. */
  const findReplaced = (place: Place): Waiter | undefined => {
    if (running < limits.concurrency) return undefined;
    const isCrowded = waiting.sizeAround(place) >= limits.maxWaitingAround;
    if (!isCrowded && waiting.sizeOf(place.lane) < limits.maxWaiting) return undefined;
    const replaced = waiting.findReplacedBy(place, isCrowded ? "neighborhood" : "lane");
    if (replaced) return replaced;
    refused++;
    throw busy();
  };

  const waitForTurn = ({ closed, ...place }: Caller): Promise<void> =>
    new Promise((resolve, reject) => {
      findReplaced(place)?.refuse();
      const leave = () => {
        clearTimeout(timer);
        closed?.removeEventListener("abort", go);
        waiting.remove(place, waiter);
      };
      const go = () => {
        leave();
        reject(busy());
      };
      const waiter: Waiter = {
        start() {
          leave();
          resolve();
        },
        refuse() {
          refused++;
          go();
        },
      };
      const timer = setTimeout(waiter.refuse, limits.maxWaitMs);
      closed?.addEventListener("abort", go);
      waiting.add(place, waiter);
    });

  const restAfter = (workMs: number) => {
    if (waiting.size === 0) return 0;
    const shareMs = (limits.paceMs * limits.concurrency) / waiting.size;
    const affordable = Math.max(limits.leastRest * workMs, shareMs - workMs);
    return Math.min(limits.rest * workMs, affordable, MAX_REST_MS);
  };
  const leave = () => {
    const next = waiting.next();
    if (next) next.start();
    else running--;
  };

  return {
    ensureRoom: (place) => void findReplaced(place),
    isLight: (place) => waiting.isLight(place),
    async run(caller, work) {
      caller.leaveTurn?.();
      if (caller.closed?.aborted) throw busy();
      if (running < limits.concurrency) running++;
      else await waitForTurn(caller);
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        const tookMs = performance.now() - startedAt;
        waiting.charge(caller, tookMs);
        const restMs = restAfter(tookMs);
        if (restMs > 0) setTimeout(leave, restMs);
        else leave();
      }
    },
  };
}

function busy(): DomainError {
  return new DomainError("BUSY", "Studbook is very busy. Please try again in a moment.", {
    details: { retryAfterSeconds: 5 },
  });
}
