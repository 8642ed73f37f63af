import { DatabaseBusyError, DatabaseTimeoutError, isDatabaseUnavailable } from "./errors.ts";

/** Notices responses of the database to a pool, to tell a wait for a busy database from one for a silent database. */
export class ResponseWatch {
  readonly #longestMs: number;
  #respondedAt = Number.NEGATIVE_INFINITY;

  /** `longestMs` is the longest time between two responses while somebody waits. A pause beyond it is silence. */
  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  /** Call it with the error of each response, null if it has none. A lost connection is not a response. */
  settled(error: Error | null): void {
    if (!error || !isDatabaseUnavailable(error)) this.#respondedAt = performance.now();
  }

  /** Returns the error of a wait that was given up. `since` is when it began, by `performance.now()`. */
  giveUp(since: number, problem: string): DatabaseBusyError | DatabaseTimeoutError {
    return this.#respondedAt >= Math.max(since, performance.now() - this.#longestMs)
      ? new DatabaseBusyError(`${problem} (the database responds to others)`)
      : new DatabaseTimeoutError(`${problem} (the database does not respond)`);
  }
}
