import { vi } from "vitest";
import { type Caller, createFairGate } from "../src/fair-gate.ts";

export const LIMITS = {
  concurrency: 1,
  maxWaiting: 400,
  maxWaitingPerNeighborhood: 32,
  maxWaitMs: 20_000,
  restFactor: 2,
  minRestFactor: 0.5,
  targetWaitMs: 5_000,
};

export const WORK_MS = 20;

/** A piece of work that takes so many milliseconds of the fake timers. */
export const work = (ms = WORK_MS) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export const from = (owner: string): Caller => ({ lane: "anonymous", owner });

export const known = (owner: string): Caller => ({ lane: "known", owner });

export const at = (
  owner: string,
  neighborhood: string,
  lane: Caller["lane"] = "anonymous",
): Caller => ({ lane, owner, neighborhood });

/**
 * Creates a gate whose only slot is occupied until `release`, which returns the order in which the others were served.
 * Needs fake timers.
 */
export function createHeldGate(limits: Partial<typeof LIMITS> = {}) {
  const gate = createFairGate({ ...LIMITS, restFactor: 0, minRestFactor: 0, ...limits });
  const held = Promise.withResolvers<void>();
  const served: string[] = [];
  const holding = gate.run(from("holder"), () => held.promise);
  const queue = (caller: Caller, name = caller.owner) =>
    gate.run(caller, async () => void served.push(name));
  const release = async () => {
    held.resolve();
    await holding;
    await vi.runAllTimersAsync();
    return served;
  };
  return { gate, queue, release, served };
}
