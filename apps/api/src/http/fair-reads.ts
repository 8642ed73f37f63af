import type { FastifyInstance, FastifyReply } from "fastify";
import { createFairGate, type FairGate } from "../fair-gate.ts";
import { closedSignal } from "./closed-signal.ts";
import { addressOf, neighborhoodOf, networksOf } from "./network.ts";
import { isRead } from "./request-kind.ts";

/**
 * Pages and questions that are answered at once. Each takes a few milliseconds of the one thread that answers all of
 * them, and more at once than wait for the database make none of them faster.
 */
const AT_ONCE = 8;

/** What takes longer waits for something else, such as the card provider, and keeps nobody from the thread. */
const LONGEST_MS = 250;

const finishers = new WeakMap<FastifyReply, () => void>();

/**
 * Serves pages and questions network by network while more come than can be answered at once: first those of the
 * network that has taken the least time lately. Who asks much waits for who asks little.
 */
export function registerFairReads(app: FastifyInstance, gate = createReadGate()): void {
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
        return untilAnswered(reply);
      };
      gate.run(place, work).catch(refuse);
    });
  });
  // How long a client takes to read its answer is not what others wait for.
  app.addHook("onSend", async (_request, reply) => finishers.get(reply)?.());
}

export function createReadGate(atOnce = AT_ONCE): FairGate {
  return createFairGate({
    name: "reads",
    concurrency: atOnce,
    maxWaiting: 1000,
    maxWaitingAround: 200,
    maxWaitMs: 10_000,
    rest: 0,
    leastRest: 0,
    paceMs: 0,
  });
}

/** Resolves when the answer is known, nobody waits for it any more, or it takes long. */
function untilAnswered(reply: FastifyReply): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS);
    const leave = () => {
      clearTimeout(timer);
      resolve();
    };
    finishers.set(reply, leave);
    reply.raw.once("close", leave);
  });
}
