import { AsyncLocalStorage } from "node:async_hooks";
import { isDatabaseUnavailable, isWaitInVain } from "./errors.ts";

const CLEAN_UP_MS = 300;

/** How long one request can still wait. Time in which several of its statements wait at once counts once. */
export class WaitBudget {
  /** Why a wait was given up: the database responds to others, as during a lock, or to nobody. */
  gaveUp: "busy" | "silent" | undefined;
  /** By the clock of `performance`. */
  readonly startedAt = performance.now();
  #leftMs: number;
  #waiting = 0;
  #since = 0;

  constructor(ms: number) {
    this.#leftMs = ms;
  }

  /** The rest, in whole milliseconds; never negative. */
  get leftMs(): number {
    const spentMs = this.#waiting > 0 ? performance.now() - this.#since : 0;
    // A timer can fire a little early.
    return Math.max(0, Math.floor(this.#leftMs - spentMs));
  }

  /** Call it with the error of each failed wait. */
  noteFailure(error: unknown): void {
    if (isWaitInVain(error)) this.gaveUp = isDatabaseUnavailable(error) ? "silent" : "busy";
  }

  /** Counts the time until `stop` is called as often as `start`. */
  start(): void {
    if (this.#waiting++ === 0) this.#since = performance.now();
  }

  stop(): void {
    if (--this.#waiting === 0) this.#leftMs -= performance.now() - this.#since;
  }
}

const budgets = new AsyncLocalStorage<WaitBudget>();

/** Runs work, and everything that it starts, with a budget for waiting. Statements fail once it is spent. */
export function withWaitBudget<T>(budget: WaitBudget, work: () => T): T {
  return budgets.run(budget, work);
}

/** Runs work whose statements are limited one by one, such as an export, whatever the budget of the request. */
export function withoutWaitBudget<T>(work: () => T): T {
  return budgets.exit(work);
}

/** Runs the clean-up of a failed request, which may have spent its budget, with a short one of its own. */
export function withCleanUpBudget<T>(work: () => Promise<T>): Promise<T> {
  return budgets.run(new WaitBudget(CLEAN_UP_MS), work);
}

/**
 * Runs work that can be repeated elsewhere with up to `ms` of the request's budget. Its failure does not count as a wait of
 * the request that was given up.
 */
export async function withPartOfWaitBudget<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const budget = currentWaitBudget();
  budget?.start();
  try {
    return await budgets.run(new WaitBudget(ms), work);
  } finally {
    budget?.stop();
  }
}

/** The budget of the running request; undefined outside of requests. */
export function currentWaitBudget(): WaitBudget | undefined {
  return budgets.getStore();
}
