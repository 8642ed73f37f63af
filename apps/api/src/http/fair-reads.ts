import type { FastifyInstance, FastifyReply } from "fastify";
import { createFairGate, type FairGate } from "../fair-gate.ts";
import { closedSignal } from "./closed-signal.ts";
import { addressOf, neighborhoodOf, networksOf } from "./network.ts";
import { isRead } from "./request-kind.ts";

export type ReadLimits = {
  /**
   * How many pages and calls are answered at once. Each takes a few milliseconds of the one thread that answers all of
   * them, so more at once make none of them faster.
   */
  concurrency: number;
  /** Who has used less time than this in ten minutes is served like who has used none. */
  lightMs: number;
  /** What takes longer waits for something else, such as the card provider, and gives its place up. */
  longestMs: number;
};

const DEFAULT_LIMITS: ReadLimits = { concurrency: 4, lightMs: 5000, longestMs: 100 };

/** How long nothing is read for who reads much, as a multiple of the time before: the rest is for everybody else. */
const HEAVY_REST = 3;

const finishers = new WeakMap<FastifyReply, () => void>();

/**
 * Serves pages and questions network by network while more come than can be answered at once: first those of the
 * network that has taken the least time lately. Who asks much waits for who asks little.
 */
export function registerFairReads(app: FastifyInstance, limits: Partial<ReadLimits> = {}): void {
  const { longestMs, ...ofGate } = { ...DEFAULT_LIMITS, ...limits };
  const gate = createReadGate(ofGate);
  app.addHook("onRequest", (request, reply) => {
    if (!isRead(request)) return Promise.resolve();
    const address = addressOf(request);
    const place = {
      lane: "anonymous",
      owner: networksOf(address).own,
      neighborhood: neighborhoodOf(address),
      closed: closedSignal(reply),
    } as const;
    return new Promise<void>((admit, refuse) => {
      const work = () => {
        admit();
        return untilAnswered(reply, longestMs);
      };
      gate.run(place, work).catch(refuse);
    });
  });
  // How long a client takes to read its answer is not what others wait for.
  app.addHook("onSend", async (_request, reply) => finishers.get(reply)?.());
}

function createReadGate(limits: Omit<ReadLimits, "longestMs">): FairGate {
  return createFairGate({
    ...limits,
    name: "reads",
    maxWaiting: 1000,
    maxWaitingAround: 200,
    maxWaitMs: 10_000,
    rest: HEAVY_REST,
    leastRest: HEAVY_REST,
    paceMs: 0,
  });
}

/** Resolves when the answer is known, nobody waits for it any more, or it takes long. */
function untilAnswered(reply: FastifyReply, longestMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestMs);
    const leave = () => {
      clearTimeout(timer);
      resolve();
    };
    finishers.set(reply, leave);
    reply.raw.once("close", leave);
  });
}
