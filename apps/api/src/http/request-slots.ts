import { currentWaitBudget } from "@studbook/db/wait-budget";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findRecentUser } from "../auth/recent-sessions.ts";
import type { Config } from "../config.ts";
import type { Caller } from "../fair-gate.ts";
import type { QueueKey } from "../fair-queue.ts";
import { closedSignal } from "./closed-signal.ts";
import { keyOf } from "./queue-key.ts";
import { createSlotGates, type SlotGateLimits } from "./slot-gates.ts";
import { type SlotKind, slotKindOf } from "./slot-kind.ts";
import { createUserLines } from "./user-lines.ts";

export type RequestSlotLimits = SlotGateLimits & {
  /**
   * How many requests are processed at once, plus one of a heavy neighborhood. All share one thread, so more reads at once
   * would make none of them faster. A change mostly waits for the database, so by default there is a slot for each of
   * their connections.
   */
  concurrency: Record<SlotKind, number>;
  /**
   * A request that takes longer releases its slot, because it is waiting for something else, such as a locked row. A change
   * does not while others wait for a connection to the database: one more would wait there, where no wait is predicted.
   */
  longestMs: number;
  /** How many changes of one user are in progress at once. They would only wait for each other: each locks the user. */
  changesPerUser: number;
};

const DEFAULT_LIMITS: RequestSlotLimits = {
  concurrency: { reads: 3, "photo-reads": 2, changes: 5, "sign-ins": 2, payments: 2 },
  lightMs: 5000,
  longestMs: 100,
  maxWaitMs: 10_000,
  maxWaitingPerNeighborhood: 200,
  changesPerUser: 2,
};

/** The limits without RATE_LIMITS: all neighborhoods are treated as one. */
export const UNFAIR_LIMITS: Partial<RequestSlotLimits> = {
  lightMs: Number.POSITIVE_INFINITY,
  maxWaitingPerNeighborhood: Number.POSITIVE_INFINITY,
};

/** A read that would have to wait longer takes the usual way, which knows what to refuse. */
const SOON_MS = 50;

const READS = new Set(["GET", "HEAD"]);

export type RequestSlots = {
  /** How long a request would wait for its slot, in milliseconds. 0 for heavy neighborhoods, which have their own queue. */
  predictWaitMs(request: FastifyRequest): number;
  /** The same for a request without a session. */
  predictAnonymousWaitMs(kind: SlotKind, key: QueueKey): number;
  /** Whether a read without a session that does not pass through Fastify would get a slot soon. */
  canReadSoon(key: QueueKey): boolean;
  /** Runs such a read in a slot. Throws DomainError BUSY. */
  runRead<T>(key: QueueKey, read: () => Promise<T>): Promise<T>;
  /** Lets requests wait for their slots. */
  register(app: FastifyInstance): void;
};

type Slot = {
  /** Whether a call has used it. */
  isUsed: boolean;
  acquireNext: () => Promise<void>;
  release: () => void;
};

// A property rather than a WeakMap entry, which would survive until a full garbage collection.
declare module "fastify" {
  interface FastifyReply {
    slot?: Slot;
  }
}

/**
 * Limits how many requests are processed at once, so that no client waits behind all the requests of another one.
 * Neighborhoods share the slots evenly. Those that recently used much time get one slot, which rests between requests.
 * Signed-in users and anonymous clients are served alternately. Reads wait before any work is done for them. Writes wait
 * after their body has arrived, so that slow senders do not occupy slots.
 *
 * @param areChangesCrowded whether changes wait for a connection to the database
 */
export function createRequestSlots(
  site: Pick<Config, "publicUrl">,
  limits: Partial<RequestSlotLimits> = {},
  areChangesCrowded: () => boolean = () => false,
): RequestSlots {
  const { concurrency, longestMs, changesPerUser, ...waits } = { ...DEFAULT_LIMITS, ...limits };
  const gates = {
    reads: createSlotGates("reads", concurrency.reads, waits),
    "photo-reads": createSlotGates("photo-reads", concurrency["photo-reads"], waits),
    changes: createSlotGates("changes", concurrency.changes, waits),
    "sign-ins": createSlotGates("sign-ins", concurrency["sign-ins"], waits),
    // Stripe's events come from few addresses.
    payments: createSlotGates("payments", concurrency.payments, { ...waits, ...UNFAIR_LIMITS }),
  };

  const lines = createUserLines(changesPerUser);
  const predictWaitMs = (kind: SlotKind, key: QueueKey) => {
    const { light } = gates[kind];
    return light.isLight(key) ? light.predictWaitMs(key) : 0;
  };

  function acquireSlot(
    kind: SlotKind,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { light, heavy } = gates[kind];
    const isCrowded = () => !READS.has(request.method) && areChangesCrowded();
    const acquire = async () => {
      const budget = currentWaitBudget();
      const caller = callerOf(request, reply, site);
      if (budget) caller.maxWaitMs = budget.leftMs;
      budget?.start();
      try {
        await new Promise<void>((admit, refuse) => {
          const work = () => {
            admit();
            return untilReleased(slot, longestMs, isCrowded);
          };
          const gate = light.isLight(caller) ? light : heavy;
          gate.run(caller, work).catch(refuse);
        });
      } finally {
        budget?.stop();
      }
    };
    const slot: Slot = { isUsed: false, acquireNext: acquire, release: () => undefined };
    reply.slot = slot;
    return acquire();
  }

  return {
    predictWaitMs(request) {
      const kind = slotKindOf(request);
      return kind ? predictWaitMs(kind, keyOf(request, site)) : 0;
    },
    predictAnonymousWaitMs: predictWaitMs,
    canReadSoon(key) {
      const { light } = gates.reads;
      return light.isLight(key) && light.predictWaitMs(key) <= SOON_MS;
    },
    runRead: (key, read) => gates.reads.light.run({ ...key, maxWaitMs: 2 * SOON_MS }, read),
    register(app) {
      app.addHook("onRequest", (request, reply, done) => {
        const kind = slotKindOf(request);
        if (!kind || !READS.has(request.method)) return done();
        acquireSlot(kind, request, reply).then(() => done(), done);
      });
      app.addHook("preHandler", async (request, reply) => {
        const kind = slotKindOf(request);
        if (!kind || READS.has(request.method)) return;
        const userId = kind === "changes" ? findRecentUser(request, site) : undefined;
        if (userId !== undefined) await lines.enter(userId, reply);
        await acquireSlot(kind, request, reply);
        if (kind !== "changes" || userId !== undefined) return;
        reply.joinUserLine = async (found) => {
          reply.joinUserLine = undefined;
          releaseSlot(reply);
          await lines.enter(found, reply);
          await reply.slot?.acquireNext();
        };
      });
      // Others do not wait while a client reads its response.
      app.addHook("onSend", (_request, reply, _payload, done) => {
        releaseSlot(reply);
        done();
      });
    },
  };
}

/** Releases the slot of a request that now waits for something else, such as another queue. */
export function releaseSlot(reply: FastifyReply): void {
  reply.slot?.release();
  reply.leaveUserLine?.();
}

/**
 * Call this before each call of a batch. The first call uses the slot of the request. Every other call waits for another
 * slot, and fails if the client disconnects.
 *
 * @throws DomainError BUSY
 */
export async function acquireCallSlot(reply: FastifyReply): Promise<void> {
  const { slot } = reply;
  if (!slot) return;
  if (slot.isUsed) {
    slot.release();
    await slot.acquireNext();
  }
  slot.isUsed = true;
}

function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Pick<Config, "publicUrl">,
): Caller {
  return { ...keyOf(request, site), closed: closedSignal(reply) };
}

/**
 * Resolves when the response is ready, the slot is released, or `longestMs` have passed and it is not crowded. A disconnect
 * does not release the slot, because the request is still being processed: a thousand clients that hang up at once must not
 * let in a thousand more.
 */
function untilReleased(slot: Slot, longestMs: number, isCrowded: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!isCrowded()) release();
    }, longestMs);
    const release = () => {
      clearInterval(timer);
      resolve();
    };
    // Not written as a property's value: V8 retains such functions, with all they can reach, until a full garbage collection.
    slot.release = release;
  });
}
