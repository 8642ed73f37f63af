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
   * How many are answered at once, beside one of a heavy neighborhood. Each takes a few milliseconds of the one thread that
   * answers all of them, so more at once make none of them faster. Together they need no more connections to the database
   * than a server has by default.
   */
  concurrency: Record<Kind, number>;
  /** A neighborhood that has used more time than this lately is heavy. */
  lightMs: number;
  /** A request that takes longer gives its turn up: it waits for something else. */
  longestMs: number;
};

const DEFAULT_LIMITS: TurnLimits = {
  concurrency: { reads: 3, "photo-reads": 2, changes: 2 },
  lightMs: 5000,
  longestMs: 5000,
};

/** How long the place of the heavy rests after a request while others wait for it, as a multiple of its duration. */
const HEAVY_REST = 6;

const QUEUE = { maxWaiting: 1000, maxWaitingAround: 200, maxWaitMs: 10_000, paceMs: 0 };

const READS = new Set(["GET", "HEAD"]);

/** Heavy neighborhoods have a gate of their own. The time that they use there does not count in the other. */
type Gates = { light: FairGate; heavy: FairGate };

type Turn = {
  /** Whether a call has used it. */
  isUsed: boolean;
  takeAnother: () => Promise<void>;
  leave: () => void;
};

// A property, because what a WeakMap holds lives until the whole heap is collected.
declare module "fastify" {
  interface FastifyReply {
    turn?: Turn;
  }
}

/**
 * Answers few requests at once, so that nobody waits behind all that another asks for: neighborhoods take turns, and those
 * that have used much time lately are answered one request at a time, with rests. Signed-in users take turns with
 * strangers. Reads and photos wait before anything is done for them. What changes something waits once its body has come,
 * so that slow senders hold up nobody.
 */
export function registerFairTurns(
  app: FastifyInstance,
  site: Pick<Config, "publicUrl">,
  limits: Partial<TurnLimits> = {},
): void {
  const { concurrency, lightMs, longestMs } = { ...DEFAULT_LIMITS, ...limits };
  const gates = {
    reads: createGates("reads", concurrency.reads, lightMs),
    "photo-reads": createGates("photo-reads", concurrency["photo-reads"], lightMs),
    changes: createGates("changes", concurrency.changes, lightMs),
  };

  function takeTurn(
    { light, heavy }: Gates,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const caller = callerOf(request, reply, site);
    const take = () =>
      new Promise<void>((admit, refuse) => {
        const work = () => {
          admit();
          return untilLeft(turn, longestMs);
        };
        const gate = light.isLight(caller) ? light : heavy;
        gate.run(caller, work).catch(refuse);
      });
    const turn: Turn = { isUsed: false, takeAnother: take, leave: () => undefined };
    reply.turn = turn;
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
  reply.turn?.leave();
}

/**
 * For each call of a batch: the first one has the turn of its request, every other one waits for another turn, and is
 * refused once the client has gone.
 *
 * @throws DomainError BUSY
 */
export async function takeCallTurn(reply: FastifyReply): Promise<void> {
  const { turn } = reply;
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

function createGates(name: Kind, concurrency: number, lightMs: number): Gates {
  const [rest, leastRest] = [HEAVY_REST, HEAVY_REST];
  return {
    light: createFairGate({ ...QUEUE, name, concurrency, lightMs, rest: 0, leastRest: 0 }),
    heavy: createFairGate({ ...QUEUE, name: `heavy-${name}`, concurrency: 1, rest, leastRest }),
  };
}

/**
 * Resolves when the answer is known, the turn is left, or it takes long. A client that goes away ends nothing: its request
 * is worked on all the same, so a thousand that hang up at once must not let a thousand others in.
 */
function untilLeft(turn: Turn, longestMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestMs);
    const leave = () => {
      clearTimeout(timer);
      resolve();
    };
    // Not assigned where it is written: V8 keeps such functions, with all they can reach, until the whole heap is collected.
    turn.leave = leave;
  });
}
