/** A version of an ad that was committed. Times are in milliseconds since 1970. */
export type Version = {
  adId: string;
  userId: string;
  /** The text in its name and description, which no other version has. */
  version: string;
  /** The transaction. */
  xid: number;
  committedAt: number;
  isDeleted: boolean;
  breed: string;
  state: string;
  createdAt: string;
  /** By the database's clock; Infinity if it does not end, null if its owner or the operator hides it. */
  listedUntil: number | null;
  /** By the database's clock; 0 if it is not paused, Infinity if it does not return. */
  pausedUntil: number;
};

export type Filters = { breed?: string; state?: string };

/** What a response shows. */
export type Shown =
  | {
      kind: "one";
      adId: string;
      version: string | undefined;
      /** Owners see their ads even if they are not public. */
      isOwner?: boolean;
    }
  | { kind: "list"; filters: Filters; limit: number; versions: string[]; total: number }
  | { kind: "breeds"; counts: Map<string, number> }
  | { kind: "day"; day: string };

/** A response to a guest can come from the primary or from the replica, if its server has one. */
export type Source = "primary" | "replica";

/** By when a commit could be seen in the primary, and in both the primary and the replica. Infinity if it is not known yet. */
export type SeenAt = Record<Source, number>;

/** One transaction's change of one ad. */
export type Commit = {
  at: number;
  /** Whether the ad was listed before it or after it, paused or not, so that servers were notified. */
  isListed: boolean;
  seenAt: SeenAt;
  xid: number;
  adId: string;
  touches: readonly Version[];
};

/** Between `at` and `seenAt`, statements used the clock before or this one. */
export type ClockSetting = { at: number; seenAt: number; offsetMs: number };

/** How long versions are kept that have been replaced. */
const KEPT_MS = 60_000;

/** A transaction begins before its commit, and decides by its begin whether servers are notified. */
const CLOCK_MARGIN_MS = 1000;

/** What was committed at any time. */
export class History {
  readonly #versions = new Map<string, Version[]>();
  readonly #owners = new Map<string, string>();
  /** When versions end, by their texts. */
  readonly #endings = new Map<string, number>();
  #commits: Commit[] = [];
  #keptFrom = 0;
  readonly #clock: ClockSetting[] = [];

  /** All states since then are known. */
  get keptFrom(): number {
    return this.#keptFrom;
  }

  add(version: Version): void {
    const { adId, userId, xid, committedAt: at, listedUntil } = version;
    const versions = this.#versions.get(adId) ?? [];
    this.#versions.set(adId, versions);
    this.#owners.set(adId, userId);
    const before = versions.at(-1);
    versions.push(version);
    versions.sort((a, b) => a.committedAt - b.committedAt);
    const seenAt = { primary: Number.POSITIVE_INFINITY, replica: Number.POSITIVE_INFINITY };
    const touches = before ? [before, version] : [version];
    const clocks = this.listClocks(at - CLOCK_MARGIN_MS, at);
    const now = at + Math.min(...clocks.map(({ offsetMs }) => offsetMs));
    const isListed = touches.some((touched) => (touched.listedUntil ?? 0) > now);
    this.#commits.push({ at, isListed, seenAt, xid, adId, touches });
    if (listedUntil !== null && !version.isDeleted) {
      this.#endings.set(version.version, listedUntil);
    }
  }

  /** Call this after the database's clock was set. */
  setClock(setting: ClockSetting): void {
    this.#clock.push(setting);
  }

  /** Finds out when the commits could be seen for which this is not known yet. */
  noteSeen(find: (xid: number, committedAt: number) => SeenAt): void {
    for (const commit of this.#commits) {
      const isKnown = Math.max(commit.seenAt.primary, commit.seenAt.replica) < Infinity;
      if (!isKnown) commit.seenAt = find(commit.xid, commit.at);
    }
  }

  /** Call this after versions were added, with the time of the oldest response that will be looked up. */
  sort(oldest: number): void {
    // What was forgotten stays forgotten, even if a paused server sends a response that was requested earlier.
    const from = Math.max(this.#keptFrom, oldest - KEPT_MS);
    this.#keptFrom = from;
    this.#commits = this.#commits.filter(({ at }) => at > from).sort((a, b) => a.at - b.at);
    for (const [adId, versions] of this.#versions) {
      const current = versions.findLastIndex(({ committedAt }) => committedAt <= from);
      if (current > 0) versions.splice(0, current);
      const [only, next] = versions;
      if (only?.isDeleted && !next && only.committedAt <= from) this.#versions.delete(adId);
    }
  }

  /** Returns when a user last changed what is shown between two times, or undefined. */
  findWrite(shown: Shown, userId: string, from: number, to: number): number | undefined {
    for (const { at, adId, isListed } of this.listCommits(shown)) {
      if (at < from) return undefined;
      const isShown = isListed || (shown.kind === "one" && shown.isOwner);
      if (isShown && at <= to && this.#owners.get(adId) === userId) return at;
    }
    return undefined;
  }

  /** Returns the commits of what can be shown, the last one first. */
  *listCommits(shown: Shown): Generator<Commit> {
    for (let n = this.#commits.length - 1; n >= 0; n--) {
      const commit = this.#commits[n];
      if (commit && isRelevant(commit, shown)) yield commit;
    }
  }

  /** Returns the ads with the commits up to a time that can be shown between their return and their end. */
  listShowable(shown: Shown, committedAt: number): Version[] {
    const find = (adId: string): Version[] => {
      const version = this.#versions
        .get(adId)
        ?.findLast((other) => other.committedAt <= committedAt);
      return version && !version.isDeleted && isShowable(version, shown) ? [version] : [];
    };
    return (shown.kind === "one" ? [shown.adId] : [...this.#versions.keys()]).flatMap(find);
  }

  /** Returns the settings of the clock that statements could use between two times, the last one first. */
  listClocks(from: number, to: number): { offsetMs: number; until: number }[] {
    const clocks = [{ at: 0, seenAt: 0, offsetMs: 0 }, ...this.#clock].map(
      ({ at, offsetMs }, n) => ({
        at,
        offsetMs,
        until: this.#clock[n]?.seenAt ?? Number.POSITIVE_INFINITY,
      }),
    );
    return clocks.filter(({ at, until }) => at <= to && until >= from).reverse();
  }

  /**
   * Returns the shown versions of ads that had ended before a request, by all clocks that its server could use.
   *
   * @param request the times of the request and of its response
   * @param clockMs how long a server may use the clock before the database's was set
   */
  listEnded(shown: Shown, request: { from: number; to: number }, clockMs: number): string[] {
    const clocks = this.listClocks(request.from - clockMs, request.to);
    const now = request.from + Math.min(...clocks.map(({ offsetMs }) => offsetMs));
    const versions = shown.kind === "list" ? shown.versions : [];
    const isPublicAd = shown.kind === "one" && !shown.isOwner && shown.version;
    const all = isPublicAd ? [isPublicAd] : versions;
    return all.filter((version) => (this.#endings.get(version) ?? Number.POSITIVE_INFINITY) <= now);
  }

  /** Describes what one ad was, relative to the time of a request, to explain a response that shows something else. */
  describeAd(adId: string, requestedAt: number): string {
    const versions = this.#versions.get(adId) ?? [];
    const ms = (at: number | null) => (at === null ? "none" : `${Math.round(at - requestedAt)}`);
    return versions
      .slice(-6)
      .map(
        ({ version, committedAt, listedUntil, pausedUntil, isDeleted }) =>
          `${isDeleted ? "deleted " : ""}${version} at ${ms(committedAt)} until ${ms(listedUntil)}` +
          (pausedUntil > 0 ? ` paused until ${ms(pausedUntil)}` : ""),
      )
      .join(", ");
  }
}

function isRelevant({ adId, touches }: Commit, shown: Shown): boolean {
  if (shown.kind === "one") return adId === shown.adId;
  if (shown.kind === "list") return touches.some((version) => isIn(version, shown.filters));
  return shown.kind === "breeds";
}

function isShowable(version: Version, shown: Shown): boolean {
  if (shown.kind === "one" && shown.isOwner) return true;
  if (version.listedUntil === null || version.pausedUntil >= version.listedUntil) return false;
  return shown.kind !== "list" || isIn(version, shown.filters);
}

function isIn(place: { breed: string; state: string }, { breed, state }: Filters): boolean {
  return (!breed || place.breed === breed) && (!state || place.state === state);
}
