/** A version of an ad that was committed. Times are in milliseconds since 1970. */
export type Version = {
  adId: string;
  userId: string;
  /** The text in its description, which no other version has. */
  version: string;
  committedAt: number;
  isDeleted: boolean;
  breed: string;
  state: string;
  createdAt: string;
  /** By the database's clock; Infinity if it does not end, null if it is not public. */
  listedUntil: number | null;
};

export type Filters = { breed?: string; state?: string };

/** What a response shows. */
export type Shown =
  | { kind: "one"; adId: string; version: string | undefined }
  | { kind: "list"; filters: Filters; limit: number; versions: string[]; total: number }
  | { kind: "breeds"; counts: Map<string, number> };

type Cause = "write" | "ending" | "clock";

type Change = { at: number; cause: Cause; ads: readonly string[]; touches: readonly Filters[] };

/** When the data last was as a response shows it: until `at`, when something changed; Infinity if it still is. */
export type Match = {
  until: number;
  cause: Cause | undefined;
  /** How far apart the instants of its commits and of its endings are, in milliseconds. */
  skewMs: number;
};

/** How long versions are kept that have been replaced. */
const KEPT_MS = 60_000;
/**
 * A statement decides what has ended when it starts, before it sees what is committed. And a commit has its time before it is
 * written to the disk, and is seen only then. So the two can be this far apart.
 */
const SKEW_MS = 1000;
/** How long after the clock was set endings are those before. */
const CLOCK_MS = 10_000;

/** What was public at any time, by the commits of the database. */
export class History {
  readonly #versions = new Map<string, Version[]>();
  /** When versions end, by their texts. */
  readonly #endings = new Map<string, number>();
  #changes: Change[] = [];
  #keptFrom = 0;
  readonly #clock: { at: number; offsetMs: number }[] = [];

  add(version: Version): void {
    const { adId, committedAt: at, breed, state, listedUntil } = version;
    const versions = this.#versions.get(adId) ?? [];
    this.#versions.set(adId, versions);
    const before = versions.at(-1);
    versions.push(version);
    versions.sort((a, b) => a.committedAt - b.committedAt);
    const touches = before ? [before, version] : [version];
    this.#changes.push({ at, cause: "write", ads: [adId], touches });
    if (listedUntil === null || listedUntil === Number.POSITIVE_INFINITY) return;
    const endsAt = listedUntil - this.#offsetAt(at);
    if (!version.isDeleted) this.#endings.set(version.version, listedUntil);
    this.#changes.push({ at: endsAt, cause: "ending", ads: [adId], touches: [{ breed, state }] });
  }

  /** Call this after the database's clock was set, for which all endings may have changed. */
  setClock(at: number, offsetMs: number): void {
    this.#clock.push({ at, offsetMs });
    this.#changes.push({ at, cause: "clock", ads: [...this.#versions.keys()], touches: [{}] });
  }

  /** Call this after versions were added, with the time of the oldest response that will be looked up. */
  sort(oldest: number): void {
    // What was forgotten stays forgotten, even if a paused server sends a response that was requested earlier.
    const from = Math.max(this.#keptFrom, oldest - KEPT_MS);
    this.#keptFrom = from;
    this.#changes = this.#changes.filter(({ at }) => at > from).sort((a, b) => a.at - b.at);
    for (const [adId, versions] of this.#versions) {
      const current = versions.findLastIndex(({ committedAt }) => committedAt <= from);
      if (current > 0) versions.splice(0, current);
      const [only, next] = versions;
      if (only?.isDeleted && !next && only.committedAt <= from) this.#versions.delete(adId);
    }
  }

  /** Returns when a user's ads were last written between two times, or undefined. */
  findWrite(userId: string, from: number, to: number): number | undefined {
    return this.#changes.findLast(
      ({ at, cause, ads }) =>
        cause === "write" &&
        at >= from &&
        at <= to &&
        ads.some((id) => this.#versions.get(id)?.[0]?.userId === userId),
    )?.at;
  }

  /**
   * Finds when the data last was as a response shows it that was requested and received at these times. Returns undefined if
   * that was never so.
   */
  findMatch(shown: Shown, requestedAt: number, receivedAt: number): Match | undefined {
    const match = this.#findInstant(shown, receivedAt);
    if (match && match.until >= requestedAt) return match;
    const skewed = this.#findSkewed(shown, requestedAt - KEPT_MS / 2, receivedAt);
    return match && match.until > (skewed?.until ?? 0) ? match : skewed;
  }

  /** Returns the shown versions of ads that had ended before the request. A clock that was just set does not count. */
  listEnded(shown: Shown, requestedAt: number): string[] {
    const since = requestedAt - CLOCK_MS;
    const recent = this.#clock.filter(({ at }) => at > since && at <= requestedAt);
    const offsets = [this.#offsetAt(since), ...recent.map(({ offsetMs }) => offsetMs)];
    const now = requestedAt + Math.min(...offsets);
    const versions = shown.kind === "list" ? shown.versions : [];
    const all = shown.kind === "one" && shown.version ? [shown.version] : versions;
    return all.filter((version) => (this.#endings.get(version) ?? Number.POSITIVE_INFINITY) <= now);
  }

  /** Describes what one ad was, relative to the time of a request, to explain a response that shows something else. */
  describeAd(adId: string, requestedAt: number): string {
    const versions = this.#versions.get(adId) ?? [];
    const ms = (at: number | null) => (at === null ? "none" : `${Math.round(at - requestedAt)}`);
    return versions
      .slice(-6)
      .map(
        ({ version, committedAt, listedUntil, isDeleted }) =>
          `${isDeleted ? "deleted " : ""}${version} at ${ms(committedAt)} until ${ms(listedUntil)}`,
      )
      .join(", ");
  }

  #findInstant(shown: Shown, receivedAt: number): Match | undefined {
    let match: Match = { until: Number.POSITIVE_INFINITY, cause: undefined, skewMs: 0 };
    for (let n = this.#changes.length - 1; n >= 0; n--) {
      const change = this.#changes[n];
      if (!change || !isRelevant(change, shown)) continue;
      if (change.at <= receivedAt && this.#isShown(shown, change.at)) return match;
      match = { until: change.at, cause: change.cause, skewMs: 0 };
    }
    return this.#isShown(shown, this.#keptFrom) ? match : undefined;
  }

  /** The same, but the commits are those of one instant and the endings those of another one near it. */
  #findSkewed(shown: Shown, from: number, receivedAt: number): Match | undefined {
    const relevant = this.#changes.filter((change) => isRelevant(change, shown));
    const writes = relevant.filter(({ at, cause }) => cause === "write" && at >= from);
    const endings = relevant.filter(({ cause }) => cause !== "write");
    for (let n = writes.length - 1; n >= 0; n--) {
      const [write, next] = [writes[n], writes[n + 1]];
      if (!write || write.at > receivedAt) continue;
      const first = write.at - SKEW_MS;
      const last = Math.min(next?.at ?? receivedAt, receivedAt) + SKEW_MS;
      const near = endings.filter(({ at }) => at > first && at < last);
      for (const endedAt of [first, ...near.map(({ at }) => at)].reverse()) {
        if (!this.#isShown(shown, write.at, endedAt)) continue;
        const ending = near.find(({ at }) => at > endedAt);
        const change = ending && ending.at < (next?.at ?? ending.at + 1) ? ending : next;
        const early = ending ? write.at - ending.at : 0;
        const skewMs = Math.max(0, early, endedAt - (next?.at ?? endedAt));
        const until = change?.at ?? Number.POSITIVE_INFINITY;
        return { until, cause: change?.cause, skewMs };
      }
    }
    return undefined;
  }

  #isShown(shown: Shown, committedAt: number, endedAt = committedAt): boolean {
    const now = endedAt + this.#offsetAt(endedAt);
    const publicAd = (adId: string): Version | undefined => {
      const version = this.#versions
        .get(adId)
        ?.findLast(({ committedAt: at }) => at <= committedAt);
      const { isDeleted = true, listedUntil = null } = version ?? {};
      return isDeleted || listedUntil === null || listedUntil <= now ? undefined : version;
    };
    if (shown.kind === "one") return publicAd(shown.adId)?.version === shown.version;
    const ads = [...this.#versions.keys()].flatMap((adId) => publicAd(adId) ?? []);
    return shown.kind === "breeds" ? hasCounts(ads, shown.counts) : isListed(ads, shown);
  }

  #offsetAt(time: number): number {
    return this.#clock.findLast(({ at }) => at <= time)?.offsetMs ?? 0;
  }
}

function isRelevant({ ads, touches }: Change, shown: Shown): boolean {
  if (shown.kind === "one") return ads.includes(shown.adId);
  return (
    shown.kind === "breeds" ||
    touches.some(({ breed, state }) => isIn({ breed, state }, shown.filters))
  );
}

/** Whether an ad of a place, or of any place, can be found with these filters. */
function isIn(
  place: { breed: string | undefined; state: string | undefined },
  { breed, state }: Filters,
): boolean {
  return (
    (!breed || !place.breed || place.breed === breed) &&
    (!state || !place.state || place.state === state)
  );
}

function isListed(
  ads: readonly Version[],
  { filters, limit, versions, total }: Extract<Shown, { kind: "list" }>,
): boolean {
  const found = ads.filter((ad) => isIn(ad, filters));
  if (found.length !== total) return false;
  const newest = found.sort((a, b) => compare(b.createdAt, a.createdAt) || compare(b.adId, a.adId));
  return newest.slice(0, limit).every(({ version }, n) => version === versions[n]);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function hasCounts(ads: readonly Version[], counts: ReadonlyMap<string, number>): boolean {
  const actual = new Map<string, number>();
  for (const { breed } of ads) actual.set(breed, (actual.get(breed) ?? 0) + 1);
  return [...counts].every(([breed, count]) => (actual.get(breed) ?? 0) === count);
}
