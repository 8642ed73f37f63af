import type { AdChange, AdEnding } from "@studbook/db/ad-changes";

/** How long before the end of the list the next one is read, in milliseconds. */
const READ_BEFORE_MS = 30_000;

/** The ads that stop being public or return from a pause next. All times are the database's, in milliseconds since 1970. */
export class AdEndings {
  /** The soonest first. */
  #endings: AdEnding[] = [];
  #until = 0;
  /** Whether a list is being read, which lacks what is committed meanwhile. */
  #isListing = false;

  /** Whether all endings up to this time are known. */
  areKnownAt(now: number): boolean {
    return now < this.#until;
  }

  /** Call this before a list is read. Returns false if that is not due yet. */
  startListing(now: number): boolean {
    this.#isListing = this.#until - now < READ_BEFORE_MS;
    return this.#isListing;
  }

  /** Adds a list that is complete up to `until`, unless it became useless while it was read. */
  finishListing(list: readonly AdEnding[], until: number): void {
    if (!this.#isListing) return;
    this.#isListing = false;
    const endings = new Map<string, AdEnding>();
    for (const ending of [...this.#endings, ...list]) {
      const { id, breed, state, endsAt } = ending;
      // The list may have the breed and state before a change that was noted while it was read.
      if (endsAt <= until) endings.set(`${id} ${breed} ${state} ${endsAt}`, ending);
    }
    this.#replace([...endings.values()]);
    this.#until = until;
  }

  /** Adds the endings of changed ads. */
  note(changes: readonly AdChange[]): void {
    const endings = changes.flatMap(({ endsAt, ...ad }) =>
      endsAt !== null && (this.#isListing || endsAt <= this.#until) ? [{ ...ad, endsAt }] : [],
    );
    if (endings.length > 0) this.#replace([...this.#endings, ...endings]);
  }

  /** Nothing is known until the next list has been read. */
  forget(): void {
    this.#until = 0;
    this.#isListing = false;
  }

  /**
   * Returns the ads that may have ended by `latest`, and forgets those that have ended by `earliest`. Between the two, a
   * response may still show an ad, so it is returned each time.
   */
  takeEnded({ earliest, latest }: { earliest: number; latest: number }): AdEnding[] {
    const [first] = this.#endings;
    if (!first || first.endsAt > latest) return [];
    const ended = this.#endings.filter((ad) => ad.endsAt <= latest);
    this.#endings = this.#endings.filter((ad) => ad.endsAt > earliest);
    return ended;
  }

  #replace(endings: AdEnding[]): void {
    this.#endings = endings.sort((a, b) => a.endsAt - b.endsAt);
  }
}
