import type { Db } from "@studbook/db/client";
import type { History, Match, Shown } from "./history.ts";
import { createVersionReader } from "./history-database.ts";

/** A read, by the machine's clock. */
export type Read = {
  phase: Phase;
  what: string;
  shown: Shown;
  requestedAt: number;
  receivedAt: number;
  /** The write that was answered between these times by the server that was read from. */
  own?: { userId: string; from: number; to: number };
};

/** What was measured while something was going on. */
export class Phase {
  readonly name: string;
  readonly boundMs: number;
  writes = 0;
  reads = 0;
  ownReads = 0;
  failedReads = 0;
  /** Reads whose commits and endings are not those of the same instant, and how far apart they are at most. */
  skewedReads = 0;
  largestSkewMs = 0;
  /** Reads after an own write that show a clock that was set since, which are not violations. */
  readsOfOtherClock = 0;
  /** The oldest response, in milliseconds after what it shows had been replaced or had ended. */
  oldestMs = 0;
  readonly violations: string[] = [];

  constructor(name: string, boundMs: number) {
    this.name = name;
    this.boundMs = boundMs;
  }
}

/** A commit has its time before it can be seen, and is written to the disk between. */
const VISIBLE_MS = 2000;
const SAMPLE_MS = 50;

/** Compares reads with the history of the database. */
export class ReadChecker {
  readonly #history: History;
  readonly #readVersions: () => Promise<void>;
  #reads: Read[] = [];
  /** How late timers of this process were. */
  readonly #delays: { at: number; ms: number }[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(owner: Db, history: History) {
    this.#history = history;
    this.#readVersions = createVersionReader(owner, history);
    let due = performance.now() + SAMPLE_MS;
    this.#timer = setInterval(() => {
      this.#delays.push({ at: Date.now(), ms: Math.max(0, performance.now() - due) });
      if (this.#delays.length > 2000) this.#delays.shift();
      due = performance.now() + SAMPLE_MS;
    }, SAMPLE_MS);
  }

  add(read: Read): void {
    this.#reads.push(read);
  }

  /** Checks the reads whose changes are certainly known. Throws while the database cannot be reached. */
  async check(): Promise<void> {
    const known = Date.now() - VISIBLE_MS;
    await this.#readVersions();
    const oldest = this.#reads.reduce((min, read) => Math.min(min, read.requestedAt), known);
    this.#history.sort(oldest);
    const checked = this.#reads.filter(({ receivedAt }) => receivedAt < known);
    this.#reads = this.#reads.filter(({ receivedAt }) => receivedAt >= known);
    for (const read of checked) this.#check(read);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(read: Read): void {
    const { phase, shown, requestedAt, receivedAt, own } = read;
    phase.reads++;
    const match = this.#history.findMatch(shown, requestedAt, receivedAt);
    if (!match) {
      const known =
        shown.kind === "one"
          ? `: ${shown.version ?? "nothing"} instead of ${this.#history.describeAd(shown.adId, requestedAt)}`
          : "";
      this.#report(read, `shows what never was${known}`);
      return;
    }
    if (match.skewMs > 0) phase.skewedReads++;
    phase.largestSkewMs = Math.max(phase.largestSkewMs, match.skewMs);
    const ageMs = Math.max(0, requestedAt - match.until);
    phase.oldestMs = Math.max(phase.oldestMs, ageMs);
    if (ageMs > phase.boundMs)
      this.#report(read, `${explain(match)} ${Math.round(ageMs)} ms before`);
    const ended = this.#history.listEnded(shown, requestedAt);
    if (ended.length > 0) this.#report(read, `shows ads that had ended: ${ended}`);
    if (!own) return;
    phase.ownReads++;
    const writtenAt = this.#history.findWrite(own.userId, own.from, own.to);
    if (writtenAt === undefined || match.until > writtenAt) return;
    if (match.cause === "clock") {
      phase.readsOfOtherClock++;
      return;
    }
    this.#report(
      read,
      `older than its write, ${explain(match)} ${writtenAt - match.until} ms before`,
    );
  }

  #report({ phase, what, requestedAt, receivedAt, shown }: Read, problem: string): void {
    const around = this.#delays.filter(
      ({ at }) => at > requestedAt - 1000 && at < receivedAt + 1000,
    );
    const delayMs = Math.max(0, ...around.map(({ ms }) => ms));
    const size = shown.kind === "list" ? ` of ${shown.versions.length}/${shown.total}` : "";
    phase.violations.push(
      `${what}${size}: ${problem}; response after ${receivedAt - requestedAt} ms, event loop up to ${Math.round(delayMs)} ms late`,
    );
  }
}

function explain({ cause }: Match): string {
  if (cause === "ending") return "an ad ended";
  return cause === "clock" ? "the clock was set" : "a change was committed";
}
