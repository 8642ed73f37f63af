import type { CallOptions } from "./call-procedure.ts";
import type { AdSearchInput, AdSearchResult, ListedAd } from "./calls.gen.ts";

/** An absent filter or '' matches all ads. Several breeds or states match the ads with any of them. */
export type AdFilters = Pick<AdSearchInput, "breed" | "state">;

export type SearchOptions = CallOptions & {
  /** Number of ads per request, 1 to 200. */
  pageSize?: number | undefined;
};

type Search = (input: AdSearchInput, options?: CallOptions) => Promise<AdSearchResult>;

/**
 * The ads of a search. It reports its end only after the last ad: after a failed request, `next` sends that request again,
 * and after a loop was left early, `next` rejects. So a program that catches errors cannot mistake a part for the whole.
 */
export class AdIteration implements AsyncIterableIterator<ListedAd> {
  readonly #search: Search;
  readonly #filters: AdFilters;
  readonly #options: SearchOptions;
  #ads: ListedAd[] = [];
  /** The cursor of the next page; undefined for the first one, null after the last one. */
  #cursor: string | null | undefined;
  #isFinished = false;
  #isLeft = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(search: Search, filters: AdFilters = {}, options: SearchOptions = {}) {
    this.#search = search;
    this.#filters = filters;
    this.#options = options;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Returns the next ad. Rejects with a StudbookError, with the signal's reason, or with an Error after `return`. */
  next(): Promise<IteratorResult<ListedAd, undefined>> {
    const result = this.#queue.then(() => this.#advance());
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** Called when a `for await` loop is left early. */
  async return(): Promise<IteratorResult<ListedAd, undefined>> {
    this.#isLeft = !this.#isFinished;
    return { done: true, value: undefined };
  }

  async #advance(): Promise<IteratorResult<ListedAd, undefined>> {
    if (this.#isLeft) {
      throw new Error("This search was left before its last ad. Call searchAds again.");
    }
    this.#options.signal?.throwIfAborted();
    while (this.#ads.length === 0 && this.#cursor !== null) await this.#loadPage();
    const ad = this.#ads.shift();
    if (ad) return { done: false, value: ad };
    this.#isFinished = true;
    return { done: true, value: undefined };
  }

  async #loadPage(): Promise<void> {
    const { pageSize, signal } = this.#options;
    const input = { ...this.#filters, limit: pageSize, cursor: this.#cursor ?? undefined };
    const { items, nextCursor } = await this.#search(input, { signal });
    this.#ads = items;
    this.#cursor = nextCursor;
  }
}
