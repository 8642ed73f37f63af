import { createFairGate, type FairGate } from "../fair-gate.ts";
import type { RequestSlotLimits } from "./request-slots.ts";
import type { SlotKind } from "./slot-kind.ts";

/** How long the heavy slot rests after a request while others wait for it, as a multiple of the request's duration. */
const HEAVY_REST_FACTOR = 6;

const QUEUE = { maxWaiting: 1000, targetWaitMs: 0 };

/** Heavy neighborhoods have a separate gate. Time used in one gate does not count in the other. */
export type SlotGates = { light: FairGate; heavy: FairGate };

/** Creates the gates of one kind of slot. There are `concurrency` slots for light neighborhoods and one for heavy ones. */
export function createSlotGates(
  name: SlotKind,
  concurrency: number,
  limits: Pick<RequestSlotLimits, "lightMs" | "maxWaitMs" | "maxWaitingPerNeighborhood">,
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
