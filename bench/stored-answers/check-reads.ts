import type { Db } from "@studbook/db/client";
import { type Cause, findMatch, type Match, type Span } from "./find-match.ts";
import type { History, SeenAt, Shown, Source } from "./history.ts";
import { createVersionReader } from "./history-database.ts";
import type { VisibilityWatch } from "./visibility.ts";

/** A read, by the machine's clock. */
export type Read = {
  phase: Phase;
  what: string;
  shown: Shown;
  source: Source;
  /** When this request was answered, and other requests to the same server for the same. */
  span: Span;
  key: string;
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
  /** Reads that show an ending but not yet a commit with an earlier time, and by how much that is earlier at most. */
  lateReads = 0;
  largestLateMs = 0;
  /** The oldest response, in milliseconds after what it shows had been replaced or had ended. */
  oldestMs = 0;
  readonly violations: string[] = [];

  constructor(name: string, boundMs: number) {
    this.name = name;
    this.boundMs = boundMs;
  }
}

const SAMPLE_MS = 50;
/** How long a response can be used. Longer than any is stored, because every ad changes. */
const KEPT_MS = 60_000;
/** How long a server may use the clock before the database's was set. */
const CLOCK_MS = 5000;
/** How old the day of a page may be. Pages read the database's clock every ten seconds. */
export const PAGE_DAY_MS = 11_000;

/** Compares reads with the history of the database. */
export class ReadChecker {
  readonly #history: History;
  readonly #watches: Record<Source, VisibilityWatch>;
  readonly #readVersions: () => Promise<void>;
  #reads: Read[] = [];
  readonly #spans = new Map<string, Span[]>();
  /** How late timers of this process were. */
  readonly #delays: { at: number; ms: number }[] = [];
  readonly #timer: NodeJS.Timeout;
  /** How late a timer of this process was at most, in milliseconds. */
  longestDelayMs = 0;

  constructor(owner: Db, history: History, watches: Record<Source, VisibilityWatch>) {
    this.#history = history;
    this.#watches = watches;
    this.#readVersions = createVersionReader(owner, history);
    let due = performance.now() + SAMPLE_MS;
    this.#timer = setInterval(() => {
      const ms = Math.max(0, performance.now() - due);
      this.#delays.push({ at: Date.now(), ms });
      this.longestDelayMs = Math.max(this.longestDelayMs, ms);
      if (this.#delays.length > 2000) this.#delays.shift();
      due = performance.now() + SAMPLE_MS;
    }, SAMPLE_MS);
  }

  /** Call this before each request. Set the end of the span when there is a response or none will come. */
  open(key: string): Span {
    const span = { from: Date.now(), to: Number.POSITIVE_INFINITY };
    const spans = this.#spans.get(key) ?? [];
    this.#spans.set(key, spans);
    spans.push(span);
    return span;
  }

  add(read: Read): void {
    this.#reads.push(read);
  }

  /** Checks the reads whose changes are certainly known. Throws while the database cannot be reached. */
  async check(): Promise<void> {
    const { primary, replica } = this.#watches;
    const known = Math.min(primary.latest, replica.latest);
    await this.#readVersions();
    this.#history.noteSeen((xid, at) => this.#findSeen(xid, at));
    const oldest = this.#reads.reduce((min, { span }) => Math.min(min, span.from), known);
    this.#history.sort(oldest);
    const checked = this.#reads.filter(({ span }) => span.to < known);
    this.#reads = this.#reads.filter(({ span }) => span.to >= known);
    for (const read of checked) this.#check(read);
    for (const [key, spans] of this.#spans) {
      const kept = spans.filter(({ to }) => to > oldest - KEPT_MS);
      if (kept.length > 0) this.#spans.set(key, kept);
      else this.#spans.delete(key);
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #findSeen(xid: number, at: number): SeenAt {
    const { primary, replica } = this.#watches;
    const [first, last] = [primary.findFirst(xid, at), replica.findFirst(xid, at)];
    return { primary: first, replica: Math.max(first, last) };
  }

  #check(read: Read): void {
    const { phase, shown, source, span, key, own } = read;
    const requestedAt = span.from;
    phase.reads++;
    const earlier = (this.#spans.get(key) ?? []).filter(({ from }) => from <= span.to).reverse();
    const spans = [span, ...earlier.filter((other) => other !== span)];
    const query = { history: this.#history, shown, source };
    const match = findMatch(query, spans);
    if (!match) {
      const known =
        shown.kind === "one"
          ? `: ${shown.version ?? "nothing"} instead of ${this.#history.describeAd(shown.adId, requestedAt)}`
          : "";
      this.#report(read, `shows what never was${known}`);
      return;
    }
    if (match.lateMs > 0) phase.lateReads++;
    phase.largestLateMs = Math.max(phase.largestLateMs, match.lateMs);
    const ageMs = Math.max(0, requestedAt - match.until);
    if (shown.kind !== "day") phase.oldestMs = Math.max(phase.oldestMs, ageMs);
    if (ageMs > this.#boundOf(read, match))
      this.#report(read, `${explain(match.cause)} ${Math.round(ageMs)} ms before`);
    const ended = this.#history.listEnded(shown, span, CLOCK_MS);
    if (ended.length > 0) this.#report(read, `shows ads that had ended: ${ended}`);
    if (own) this.#checkOwn(read, own, match);
  }

  /** How old a response may be, in milliseconds. Servers know when ads return, unless the clock was set. */
  #boundOf({ phase, shown, span }: Read, { cause }: Match): number {
    if (shown.kind === "day" && cause === "clock") return PAGE_DAY_MS;
    const clocks = this.#history.listClocks(span.from - CLOCK_MS, span.to);
    return cause === "return" && clocks.length === 1 ? 0 : phase.boundMs;
  }

  /** A read after a write shows it, if it can be seen there at all. */
  #checkOwn(read: Read, { userId, from, to }: NonNullable<Read["own"]>, match: Match): void {
    const writtenAt = this.#history.findWrite(read.shown, userId, from, to);
    if (writtenAt === undefined) return;
    read.phase.ownReads++;
    if (match.until > writtenAt) return;
    const ms = (writtenAt - match.until).toFixed(1);
    this.#report(read, `older than its write, ${explain(match.cause)} ${ms} ms before`);
  }

  #report({ phase, what, span, shown }: Read, problem: string): void {
    const around = this.#delays.filter(({ at }) => at > span.from - 1000 && at < span.to + 1000);
    const delayMs = Math.max(0, ...around.map(({ ms }) => ms));
    const size = shown.kind === "list" ? ` of ${shown.versions.length}/${shown.total}` : "";
    phase.violations.push(
      `${what}${size}: ${problem}; response after ${span.to - span.from} ms, event loop up to ${Math.round(delayMs)} ms late`,
    );
  }
}

function explain(cause: Cause | undefined): string {
  if (cause === "ending") return "an ad or a day ended";
  if (cause === "return") return "an ad returned from its pause";
  return cause === "clock" ? "the clock was set" : "a change was committed";
}
