import type { Commit, History, Shown, Source, Version } from "./history.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How far behind the clock of pages can be (apps/api/src/response-cache/response-cache.ts). */
const PAGE_CLOCK_MS = 1000;

/** When a response can have been made: during a request to the same server for the same. */
export type Span = { from: number; to: number };

export type Cause = "write" | "ending" | "return" | "clock";

/** When the data last was as a response shows it. */
export type Match = {
  /** When something changed since; Infinity if nothing has. */
  until: number;
  cause: Cause | undefined;
  /** For how long a commit with an earlier time could not be seen yet when this was shown, at least. */
  lateMs: number;
};

type Query = { history: History; shown: Shown; source: Source };

/**
 * Finds when the data last was as a response shows it that was made during one of these spans, the last of which is first.
 * Returns undefined if it never was so.
 *
 * A statement decides what has ended and returned by the time at which it starts, and takes its snapshot after that. The
 * snapshot has all commits up to one of them: a commit that notifies waits until the one before can be seen. The next one
 * cannot be seen yet, although its time may be earlier.
 */
export function findMatch(query: Query, spans: readonly Span[]): Match | undefined {
  let best: Match | undefined;
  for (const span of spans) {
    const match = findInSpan(query, span);
    if (match && match.until > (best?.until ?? Number.NEGATIVE_INFINITY)) best = match;
    // What was so for longer could have been seen in this span.
    if (best && best.until >= span.from) return best;
  }
  return best;
}

function findInSpan(query: Query, span: Span): Match | undefined {
  const { history, shown, source } = query;
  if (shown.kind === "day") return findDay(history, shown.day, span);
  let best: Match | undefined;
  let next: Commit | undefined;
  const tryAt = (committedAt: number) => {
    const match = findWithCommits(query, span, { committedAt, next });
    if (match && match.until > (best?.until ?? Number.NEGATIVE_INFINITY)) best = match;
  };
  for (const commit of history.listCommits(shown)) {
    // All of a transaction's changes can be seen at once.
    if (commit.at === next?.at) continue;
    if (commit.at <= span.to) {
      if (next && next.seenAt[source] < span.from) return best;
      tryAt(commit.at);
    }
    // Others do not notify. They can be seen earlier than the one before, and only matter once the clock is set back.
    if (commit.isListed || shown.kind === "one") next = commit;
  }
  if (!next || next.seenAt[source] >= span.from) tryAt(history.keptFrom);
  return best;
}

/** The same for the snapshot that has all commits up to a time and not the next one. */
function findWithCommits(
  { history, shown, source }: Query,
  { from, to }: Span,
  { committedAt, next }: { committedAt: number; next: Commit | undefined },
): Match | undefined {
  const versions = history.listShowable(shown, committedAt);
  const last = Math.min(to, next?.seenAt[source] ?? to);
  for (const { offsetMs, until: clockUntil } of history.listClocks(from, to)) {
    const moments = versions
      .flatMap(listMoments)
      .filter(({ at }) => at > from + offsetMs)
      .sort((a, b) => a.at - b.at);
    const during = moments.map(({ at }) => at).filter((at) => at <= last + offsetMs);
    for (const now of [from + offsetMs, ...during].reverse()) {
      if (!isShown(shown, versions, now)) continue;
      const moment = moments.find(({ at }) => at > now);
      const passing = (moment?.at ?? Number.POSITIVE_INFINITY) - offsetMs;
      const write = next?.at ?? Number.POSITIVE_INFINITY;
      const until = Math.min(passing, write, clockUntil);
      const lateMs = Math.max(0, now - offsetMs - write);
      if (until === Number.POSITIVE_INFINITY) return { until, cause: undefined, lateMs };
      const cause = until === write ? "write" : until === passing ? moment?.cause : "clock";
      return { until, cause, lateMs };
    }
  }
  return undefined;
}

function findDay(history: History, day: string, { from, to }: Span): Match | undefined {
  const startsAt = Date.parse(day);
  for (const { offsetMs, until: clockUntil } of history.listClocks(from, to)) {
    const endsAt = startsAt + DAY_MS - offsetMs;
    if (startsAt - offsetMs > to || endsAt + PAGE_CLOCK_MS < from) continue;
    const until = Math.min(endsAt, clockUntil);
    return { until, cause: until === endsAt ? "ending" : "clock", lateMs: 0 };
  }
  return undefined;
}

type Moment = { at: number; cause: "ending" | "return" };

/** When an ad is public again and when it ends. */
function listMoments({ listedUntil, pausedUntil }: Version): Moment[] {
  return [
    { at: pausedUntil, cause: "return" },
    { at: listedUntil ?? Number.POSITIVE_INFINITY, cause: "ending" },
  ];
}

/** Whether these versions, as far as they have returned and not ended, are what is shown. */
function isShown(shown: Shown, versions: readonly Version[], now: number): boolean {
  if (shown.kind === "one" && shown.isOwner) return versions[0]?.version === shown.version;
  const ads = versions.filter(
    ({ listedUntil, pausedUntil }) =>
      listedUntil !== null && listedUntil > now && pausedUntil <= now,
  );
  if (shown.kind === "one") return ads[0]?.version === shown.version;
  if (shown.kind === "list") return isListed(ads, shown);
  return shown.kind === "breeds" && hasCounts(ads, shown.counts);
}

function isListed(
  ads: readonly Version[],
  { limit, versions, total }: Extract<Shown, { kind: "list" }>,
): boolean {
  if (ads.length !== total || versions.length !== Math.min(total, limit)) return false;
  const newest = ads.toSorted(
    (a, b) => compare(b.createdAt, a.createdAt) || compare(b.adId, a.adId),
  );
  return versions.every((version, n) => version === newest[n]?.version);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function hasCounts(ads: readonly Version[], counts: ReadonlyMap<string, number>): boolean {
  const actual = new Map<string, number>();
  for (const { breed } of ads) actual.set(breed, (actual.get(breed) ?? 0) + 1);
  return [...counts].every(([breed, count]) => (actual.get(breed) ?? 0) === count);
}
