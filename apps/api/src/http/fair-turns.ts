import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findRecentUser } from "../auth/recent-users.ts";
import type { Config } from "../config.ts";
import { type Caller, createFairGate, type FairGate } from "../fair-gate.ts";
import { closedSignal } from "./closed-signal.ts";
import { addressOf, neighborhoodOf, networksOf } from "./network.ts";
import { kindOf } from "./request-kind.ts";

/** What is served in turns of its own. */
type Kind = "reads" | "photo-reads" | "changes";

export type TurnLimits = {
  /**
   * How many are answered at once. Each takes a few milliseconds of the one thread that answers all of them, so more at
   * once make none of them faster. Together they need no more connections to the database than a server has by default.
   */
  concurrency: Record<Kind, number>;
  /** A network below this in ten minutes counts as unused. */
  lightMs: number;
  /** A request that takes longer gives its turn up: it waits for something else. */
  longestMs: number;
};

const DEFAULT_LIMITS: TurnLimits = {
  concurrency: { reads: 4, "photo-reads": 3, changes: 3 },
  lightMs: 5000,
  longestMs: 5000,
};

/** Pause after a request of a network that asks much, as a multiple of its duration: others have that time. */
const HEAVY_REST = 3;

const READS = new Set(["GET", "HEAD"]);

const finishers = new WeakMap<FastifyReply, () => void>();
/** How a request takes another turn, and whether it has used the one it has. */
const turns = new WeakMap<FastifyReply, { isUsed: boolean; takeAnother: () => Promise<void> }>();

/**
 * Answers requests network by network while more come than can be answered at once: first those of the network that has
 * taken the least time lately. Those who are signed in take turns with strangers. Reads and photos wait before anything is done for them. What changes something waits
 * once its body has come, so that slow senders hold up nobody.
 */
export function registerFairTurns(
  app: FastifyInstance,
  site: Pick<Config, "publicUrl">,
  limits: Partial<TurnLimits> = {},
): void {
  const { concurrency, lightMs, longestMs } = { ...DEFAULT_LIMITS, ...limits };
  const gateFor = (name: Kind) => createGate(name, concurrency[name], lightMs);
  const gates = {
    reads: gateFor("reads"),
    "photo-reads": gateFor("photo-reads"),
    changes: gateFor("changes"),
  };

  function takeTurn(gate: FairGate, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = callerOf(request, reply, site);
    const take = () =>
      new Promise<void>((admit, refuse) => {
        const work = () => {
          admit();
          return untilAnswered(reply, longestMs);
        };
        gate.run(caller, work).catch(refuse);
      });
    turns.set(reply, { isUsed: false, takeAnother: take });
    return take();
  }

  app.addHook("onRequest", async (request, reply) => {
    const kind = turnOf(request);
    if (kind === "reads" || kind === "photo-reads") await takeTurn(gates[kind], request, reply);
  });
  app.addHook("preHandler", async (request, reply) => {
    if (turnOf(request) === "changes") await takeTurn(gates.changes, request, reply);
  });
  // How long a client takes to read its answer is not what others wait for.
  app.addHook("onSend", async (_request, reply) => leaveTurn(reply));
}

/** Lets others have the turn of a request that now waits for something else, such as another queue. */
export function leaveTurn(reply: FastifyReply): void {
  finishers.get(reply)?.();
}

/**
 * For each call of a batch: the first one has the turn of its request, every other one waits for another turn, and is
 * refused once the client has gone.
 *
 * @throws DomainError BUSY
 */
export async function takeCallTurn(reply: FastifyReply): Promise<void> {
  const turn = turns.get(reply);
  if (!turn) return;
  if (turn.isUsed) {
    leaveTurn(reply);
    await turn.takeAnother();
  }
  turn.isUsed = true;
}

function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Pick<Config, "publicUrl">,
): Caller {
  const address = addressOf(request);
  const userId = findRecentUser(request, site);
  return {
    lane: userId ? "known" : "anonymous",
    owner: userId ?? networksOf(address).own,
    neighborhood: neighborhoodOf(address),
    closed: closedSignal(reply),
  };
}

function turnOf(request: FastifyRequest): Kind | undefined {
  const kind = kindOf(request);
  if (kind === "probe" || kind === "file") return undefined;
  if (!READS.has(request.method)) return "changes";
  return kind === "photo" ? "photo-reads" : "reads";
}

function createGate(name: Kind, concurrency: number, lightMs: number): FairGate {
  return createFairGate({
    name,
    concurrency,
    lightMs,
    maxWaiting: 1000,
    maxWaitingAround: 200,
    maxWaitMs: 10_000,
    rest: HEAVY_REST,
    leastRest: HEAVY_REST,
    paceMs: 0,
  });
}

/**
 * Resolves when the answer is known, the turn is left, or it takes long. A client that goes away ends nothing: its request
 * is worked on all the same, so a thousand that hang up at once must not let a thousand others in.
 */
function untilAnswered(reply: FastifyReply, longestMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestMs);
    finishers.set(reply, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
