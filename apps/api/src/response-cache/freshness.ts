import { type AdChange, type AdChanges, listenToAdChanges } from "@studbook/db/ad-changes";
import type { FastifyBaseLogger } from "fastify";
import { AdEndings } from "./ad-endings.ts";
import { touchedTags } from "./cache-tags.ts";

/** After this time without a word from the database, it is asked again, in milliseconds. */
const CATCH_UP_AFTER_MS = 1500;

/** How long what was known is relied on if the database does not respond. */
const CURRENT_MS = 4000;

/** How far ahead the endings of ads are read. */
const ENDINGS_MS = 60_000;

/** How much two clocks can drift apart until the next question. */
const DRIFT_MS = 10;

/** How far behind the clock of a replica can be (packages/db/src/replica-watch.ts). */
const REPLICA_CLOCK_MS = 250;

/** A larger difference means that the database's clock was set. */
const CLOCK_STEP_MS = 100;

const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/** How many changes are remembered for responses that are being made. */
const MAX_REMEMBERED = 1000;

/** The state of the data when a response begins to be made. */
export type Start = { epoch: number; sequence: number; now: number };

type FreshnessParts = {
  databaseUrl: string;
  logger: FastifyBaseLogger;
  /** Called with the tags of what has changed. */
  onTouched: (tags: readonly string[]) => void;
  /** Called if anything may have changed. */
  onReset: () => void;
};

/**
 * Knows whether stored responses still show what the database has. It listens to changes, knows which ads end next, and
 * relies on neither for longer than four seconds without a word from the database. It asks only while it is used, so a
 * server at rest sleeps.
 */
export class Freshness {
  readonly #parts: FreshnessParts;
  #changes: AdChanges | undefined;
  #connecting: Promise<void> | undefined;
  #connectAfter = 0;
  #pauseMs = SHORTEST_PAUSE_MS;
  #isLost = false;
  #isClosed = false;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  /** By the monotonic clock: when the last question was sent that the database has answered. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  /** Bounds of the database's clock minus the monotonic clock. */
  #aheadMs = { least: 0, most: 0 };
  readonly #endings = new AdEndings();
  #epoch = 0;
  #sequence = 0;
  #recent: { sequence: number; tags: Set<string> }[] = [];

  constructor(parts: FreshnessParts) {
    this.#parts = parts;
  }

  /** The database's time in milliseconds since 1970, never earlier than it is. */
  get now(): number {
    return performance.now() + this.#aheadMs.most;
  }

  /** Whether the database sends its changes. */
  get isConnected(): boolean {
    return this.#changes !== undefined;
  }

  /** Whether stored responses can be sent. If not, `catchUp` may help. */
  get isCurrent(): boolean {
    if (!this.#changes) {
      void this.#connect();
      return false;
    }
    const at = performance.now();
    const silentMs = at - this.#confirmedAt;
    if (silentMs > CURRENT_MS) return false;
    if (!this.#endings.areKnownAt(at + this.#aheadMs.most)) {
      this.#reset();
      return false;
    }
    this.#applyEndings(at);
    if (silentMs > CATCH_UP_AFTER_MS && !this.#running) void this.catchUp();
    return true;
  }

  /** Call this before a response is made from the database. */
  begin(): Start {
    return { epoch: this.#epoch, sequence: this.#sequence, now: this.now };
  }

  /** Whether nothing with one of these tags has changed since then. */
  isUnchanged(start: Start, tags: readonly string[]): boolean {
    if (!this.isCurrent || start.epoch !== this.#epoch) return false;
    const [oldest] = this.#recent;
    if (oldest && oldest.sequence > start.sequence + 1) return false;
    return !this.#recent.some(
      (change) => change.sequence > start.sequence && tags.some((tag) => change.tags.has(tag)),
    );
  }

  /**
   * Resolves once all changes that were committed before the call have been applied, or once that is known to be impossible:
   * then nothing is current. Never rejects.
   */
  catchUp(): Promise<void> {
    if (this.#next) return this.#next;
    const run = () => {
      this.#next = undefined;
      this.#running = this.#catchUpOnce().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    };
    // The question that is on its way may have passed the caller's commit.
    if (!this.#running) return run();
    this.#next = this.#running.then(run);
    return this.#next;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connecting;
    const changes = this.#changes;
    this.#changes = undefined;
    await changes?.close();
  }

  async #catchUpOnce(): Promise<void> {
    await this.#connect();
    const changes = this.#changes;
    if (!changes) return;
    try {
      await this.#ask(changes);
      // The list of endings is useless if too much has changed meanwhile or the clock was set.
      const isUseless = this.#changes === changes && !this.#endings.areKnownAt(this.now);
      if (isUseless) await this.#ask(changes);
    } catch {
      // `onLost` was called.
    }
  }

  async #ask(changes: AdChanges): Promise<void> {
    const sentAt = performance.now();
    const isListDue = this.#endings.startListing(this.now);
    const [now, list] = await Promise.all([
      changes.catchUp(),
      isListDue ? changes.listEndings(ENDINGS_MS) : undefined,
    ]);
    if (this.#changes !== changes) return;
    this.#followClock(now, sentAt);
    this.#applyEndings();
    if (list) this.#endings.finishListing(list.endings, list.until);
    this.#confirmedAt = sentAt;
  }

  async #connect(): Promise<void> {
    if (this.#changes || this.#isClosed || performance.now() < this.#connectAfter) return;
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = undefined;
    });
    await this.#connecting;
  }

  async #open(): Promise<void> {
    const { databaseUrl, logger } = this.#parts;
    try {
      const changes = await listenToAdChanges(databaseUrl, {
        onChanges: (found) => this.#apply(found),
        onLost: (error) => this.#lose(error),
      });
      this.#reset();
      this.#endings.forget();
      this.#confirmedAt = Number.NEGATIVE_INFINITY;
      this.#changes = changes;
      this.#pauseMs = SHORTEST_PAUSE_MS;
      if (this.#isLost) logger.info("listening to changes again; responses are cached again");
      this.#isLost = false;
    } catch (error) {
      this.#lose(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #lose(error: Error): void {
    this.#changes = undefined;
    this.#connectAfter = performance.now() + this.#pauseMs;
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    this.#reset();
    if (this.#isLost || this.#isClosed) return;
    this.#isLost = true;
    this.#parts.logger.warn(
      { reason: error.message },
      "cannot listen to changes; responses are not cached until this works again",
    );
  }

  #apply(changes: AdChange[] | "all"): void {
    if (changes === "all") {
      this.#reset();
      this.#endings.forget();
      return;
    }
    this.#endings.note(changes);
    this.#touch(changes);
  }

  #touch(changes: AdChange[]): void {
    const tags = new Set(changes.flatMap(touchedTags));
    this.#recent.push({ sequence: ++this.#sequence, tags });
    if (this.#recent.length > MAX_REMEMBERED) this.#recent.shift();
    this.#parts.onTouched([...tags]);
  }

  #reset(): void {
    this.#epoch++;
    this.#recent = [];
    this.#parts.onReset();
  }

  #applyEndings(at = performance.now()): void {
    const { least, most } = this.#aheadMs;
    const earliest = at + least - REPLICA_CLOCK_MS;
    const ended = this.#endings.takeEnded({ earliest, latest: at + most });
    if (ended.length > 0) this.#touch(ended);
  }

  #followClock(now: number, sentAt: number): void {
    const least = now - performance.now() - DRIFT_MS;
    const most = now - sentAt + DRIFT_MS;
    const wasKnown = this.#confirmedAt > Number.NEGATIVE_INFINITY;
    const { least: leastBefore, most: mostBefore } = this.#aheadMs;
    if (wasKnown && (most < leastBefore - CLOCK_STEP_MS || least > mostBefore + CLOCK_STEP_MS)) {
      this.#reset();
      this.#endings.forget();
    }
    this.#aheadMs = { least, most };
  }
}
