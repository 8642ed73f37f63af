import { createFairGate, type FairGate } from "../fair-gate.ts";
import type { SlotKind } from "./slot-kind.ts";

/** How long the heavy slot rests after a request while others wait for it, as a multiple of the request's duration. */
const HEAVY_REST_FACTOR = 6;

const QUEUE = { maxWaiting: 1000, targetWaitMs: 0 };

/** Heavy neighborhoods have a separate gate. Time used in one gate does not count in the other. */
export type SlotGates = { light: FairGate; heavy: FairGate };

export type SlotGateLimits = {
  /** A neighborhood is heavy if it recently used more time than this and more than a small share of its lane's usage. */
  lightMs: number;
  /** A request that waits longer gets a 503, and also one that has spent its budget for waiting (`wait-budgets.ts`). */
  maxWaitMs: number;
  /** How many requests of one neighborhood can wait. */
  maxWaitingPerNeighborhood: number;
};

/** Creates the gates of one kind of slot. There are `concurrency` slots for light neighborhoods and one for heavy ones. */
export function createSlotGates(
  name: SlotKind,
  concurrency: number,
  limits: SlotGateLimits,
): SlotGates {
  const queue = { ...QUEUE, ...limits };
  return {
    light: createFairGate({ ...queue, name, concurrency, restFactor: 0, minRestFactor: 0 }),
    heavy: createFairGate({
      ...queue,
      lightMs: 0,
      name: `heavy-${name}`,
      concurrency: 1,
      restFactor: HEAVY_REST_FACTOR,
      minRestFactor: HEAVY_REST_FACTOR,
    }),
  };
}
