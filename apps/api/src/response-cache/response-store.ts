import type { CachedResponse } from "./cached-response.ts";

/** The share of the memory for responses that were requested again. */
const PROTECTED_SHARE = 0.8;

/**
 * Stores responses up to a number of bytes. New ones are on probation, and those that are requested again are protected
 * (segmented LRU; Karedla et al., "Caching Strategies to Improve Disk System Performance", 1994), so that a crawler that
 * requests a million pages once does not replace the ones that visitors request.
 */
export class ResponseStore {
  readonly #maxBytes: number;
  readonly #onProbation = new Segment();
  readonly #protected = new Segment();
  readonly #keysByTag = new Map<string, Set<string>>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#onProbation.bytes + this.#protected.bytes;
  }

  get size(): number {
    return this.#onProbation.size + this.#protected.size;
  }

  get(key: string): CachedResponse | undefined {
    const known = this.#protected.use(key);
    if (known) return known;
    const response = this.#onProbation.get(key);
    if (!response) return undefined;
    this.#onProbation.delete(key);
    this.#protected.set(key, response);
    while (this.#protected.bytes > this.#maxBytes * PROTECTED_SHARE) {
      const [oldest] = this.#protected.keys();
      const demoted = oldest === undefined ? undefined : this.#protected.get(oldest);
      if (oldest === undefined || !demoted) break;
      this.#protected.delete(oldest);
      this.#onProbation.set(oldest, demoted);
    }
    return response;
  }

  set(key: string, response: CachedResponse): void {
    this.delete(key);
    this.#onProbation.set(key, response);
    for (const tag of response.tags) {
      const keys = this.#keysByTag.get(tag);
      if (keys) keys.add(key);
      else this.#keysByTag.set(tag, new Set([key]));
    }
    this.#shrink();
  }

  /** Call this when the size of a stored response has changed. */
  resize(key: string, response: CachedResponse): void {
    if (!this.#protected.resize(key, response)) this.#onProbation.resize(key, response);
    this.#shrink();
  }

  delete(key: string): void {
    const response = this.#protected.delete(key) ?? this.#onProbation.delete(key);
    for (const tag of response?.tags ?? []) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }

  deleteTagged(tags: readonly string[]): void {
    for (const tag of tags) {
      for (const key of [...(this.#keysByTag.get(tag) ?? [])]) this.delete(key);
    }
  }

  clear(): void {
    this.#onProbation.clear();
    this.#protected.clear();
    this.#keysByTag.clear();
  }

  *responses(): Generator<CachedResponse> {
    yield* this.#protected.responses();
    yield* this.#onProbation.responses();
  }

  #shrink(): void {
    while (this.bytes > this.#maxBytes) {
      const [oldest] =
        this.#onProbation.size > 0 ? this.#onProbation.keys() : this.#protected.keys();
      if (oldest === undefined) return;
      this.delete(oldest);
    }
  }
}

type Stored = {
  response: CachedResponse;
  bytes: number;
  /** How many uses there had been when it was last moved. */
  usedAt: number;
};

/**
 * Responses by key, the least recently used one first. A response that is among the last eighth is not moved again, because
 * that takes longer than finding it.
 */
class Segment {
  readonly #responses = new Map<string, Stored>();
  #uses = 0;
  bytes = 0;

  get size(): number {
    return this.#responses.size;
  }

  keys(): Iterable<string> {
    return this.#responses.keys();
  }

  get(key: string): CachedResponse | undefined {
    return this.#responses.get(key)?.response;
  }

  /** Returns a response and remembers that it was used. */
  use(key: string): CachedResponse | undefined {
    const stored = this.#responses.get(key);
    if (!stored) return undefined;
    this.#uses++;
    if (this.#uses - stored.usedAt > this.#responses.size / 8) {
      stored.usedAt = this.#uses;
      this.#responses.delete(key);
      this.#responses.set(key, stored);
    }
    return stored.response;
  }

  set(key: string, response: CachedResponse): void {
    this.delete(key);
    const { bytes } = response;
    this.#responses.set(key, { response, bytes, usedAt: ++this.#uses });
    this.bytes += bytes;
  }

  delete(key: string): CachedResponse | undefined {
    const stored = this.#responses.get(key);
    if (!stored) return undefined;
    this.#responses.delete(key);
    this.bytes -= stored.bytes;
    return stored.response;
  }

  /** Returns whether the response is stored here. */
  resize(key: string, response: CachedResponse): boolean {
    const stored = this.#responses.get(key);
    if (stored?.response !== response) return false;
    this.bytes += response.bytes - stored.bytes;
    stored.bytes = response.bytes;
    return true;
  }

  clear(): void {
    this.#responses.clear();
    this.bytes = 0;
  }

  *responses(): Generator<CachedResponse> {
    for (const { response } of this.#responses.values()) yield response;
  }
}
