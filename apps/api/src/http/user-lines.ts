import { currentWaitBudget } from "@studbook/db/wait-budget";
import type { FastifyReply } from "fastify";
import { tooBusy } from "../gate.ts";

const MAX_WAITING = 100;
const RETRY_AFTER_SECONDS = 2;

// A property rather than a WeakMap entry, which would survive until a full garbage collection.
declare module "fastify" {
  interface FastifyReply {
    leaveUserLine?: () => void;
  }
}

type Line = { running: number; waiting: Set<() => void> };

export type UserLines = {
  /**
   * Waits until few enough of the user's changes are in progress.
   *
   * @throws DomainError BUSY if the request's budget is spent or too many wait
   */
  enter(userId: string, reply: FastifyReply): Promise<void>;
};

/**
 * Lets each user's changes wait in a line of their own, with `concurrency` in progress. So if a user's row is locked, that user's requests wait there and
 * occupy neither the slots nor the connections of others.
 */
export function createUserLines(concurrency: number): UserLines {
  const lines = new Map<string, Line>();

  function leave(userId: string, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next();
    } else if (--line.running === 0) lines.delete(userId);
  }

  return {
    async enter(userId, reply) {
      const line = lines.get(userId) ?? { running: 0, waiting: new Set() };
      lines.set(userId, line);
      if (line.running < concurrency) line.running++;
      else await waitIn(line);
      let hasLeft = false;
      const leaveOnce = () => {
        if (hasLeft) return;
        hasLeft = true;
        leave(userId, line);
      };
      reply.leaveUserLine = leaveOnce;
    },
  };
}

/** The place of a request that gives up is free again. */
async function waitIn(line: Line): Promise<void> {
  if (line.waiting.size >= MAX_WAITING) throw tooBusy(RETRY_AFTER_SECONDS);
  const budget = currentWaitBudget();
  budget?.start();
  try {
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        line.waiting.delete(start);
        reject(tooBusy(RETRY_AFTER_SECONDS));
      };
      const timer = budget && setTimeout(giveUp, budget.leftMs);
      line.waiting.add(start);
    });
  } finally {
    budget?.stop();
  }
}
