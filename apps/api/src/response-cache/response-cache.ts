import type { IncomingMessage, ServerResponse } from "node:http";
import { DAY_MS } from "@studbook/domain/day";
import type { FastifyBaseLogger } from "fastify";
import { mayHaveSession, mayLackHint } from "../auth/cookie.ts";
import type { CacheableRequest } from "./cacheable-request.ts";
import { CachedResponse, type ResponseHeaders } from "./cached-response.ts";
import { Freshness, type Start } from "./freshness.ts";
import { ResponseStore } from "./response-store.ts";

const LARGEST_RESPONSE_BYTES = 1024 * 1024;

/** How far the clock of pages can be off. It is known only up to the duration of a query. */
const PAGE_CLOCK_MS = 1000;

declare module "node:http" {
  interface IncomingMessage {
    /** The response to this request will be stored. */
    cacheFill?: CacheFill;
  }
}

/** A finished response, before it is compressed. */
export type Finished = { status: number; headers: ResponseHeaders; etag: string; body: Buffer };

/** A response that is being made. */
export type CacheFill = {
  /** Returns the response, and stores it unless what it shows has changed since the request. */
  finish(response: Finished): CachedResponse;
  /** Nothing will be stored: the request was refused or failed, or its client has disconnected. */
  abandon(): void;
};

/**
 * Returns the end of the day that a page shows which was requested at `now`. In the first second of a day, that can still be
 * the previous day, because the clock of pages is known only up to the duration of a query.
 */
export function decideDayEnd(now: number): number {
  return (Math.floor((now - PAGE_CLOCK_MS) / DAY_MS) + 1) * DAY_MS;
}

/** Whether the owner of an ad and admins get a response of their own, which is never stored. */
export function hasPersonalForm({ dependsOnMember, counter }: CacheableRequest): boolean {
  return dependsOnMember && counter === "calls";
}

/**
 * Whether a request may get such a response, or a page that sets the hint which its browser lacks: without one, a page does not
 * ask who is signed in.
 */
export function isPersonal(
  cacheable: CacheableRequest,
  cookie: string | undefined,
  site: { publicUrl: string },
): boolean {
  return hasPersonalForm(cacheable)
    ? mayHaveSession(cookie, site)
    : cacheable.counter === "pages" && mayLackHint(cookie, site);
}

/** Finished responses to public reads, and whether they are still right. */
export class ResponseCache {
  readonly freshness: Freshness;
  readonly store: ResponseStore;
  readonly #fills = new Map<string, Promise<CachedResponse | undefined>>();
  hits = 0;
  misses = 0;

  constructor(parts: {
    maxBytes: number;
    databaseUrl: string;
    logger: FastifyBaseLogger;
    /** Called with the tags of what has changed; `all` if anything may have changed. */
    onTouched?: (tags: readonly string[] | "all") => void;
  }) {
    const { maxBytes, databaseUrl, logger, onTouched } = parts;
    this.store = new ResponseStore(maxBytes);
    this.freshness = new Freshness({
      databaseUrl,
      logger,
      onTouched: (tags) => {
        this.store.deleteTagged(tags);
        onTouched?.(tags);
      },
      onReset: () => {
        this.store.clear();
        onTouched?.("all");
      },
    });
  }

  /** Returns the stored response for a key. Call it only while `freshness.isCurrent`. */
  find(key: string): CachedResponse | undefined {
    const response = this.store.get(key);
    if (!response || response.validUntil > this.freshness.now) return response;
    this.store.delete(key);
    return undefined;
  }

  /** Returns the response that is being made for a key; it resolves to undefined if that is not stored. */
  findFill(key: string): Promise<CachedResponse | undefined> | undefined {
    return this.#fills.get(key);
  }

  /**
   * Call this before the response is made. Requests for the same one wait until the fill has ended. Returns undefined if it
   * cannot be stored.
   *
   * @param clock the one that pages are made with
   */
  startFill(cacheable: CacheableRequest, clock: () => Date): CacheFill | undefined {
    const { key, hasDate } = cacheable;
    const start = this.freshness.begin();
    // If the database's clock was set, pages show the day before that for some seconds.
    if (hasDate && Math.abs(clock().getTime() - start.now) > PAGE_CLOCK_MS) return undefined;
    const { promise, resolve } = Promise.withResolvers<CachedResponse | undefined>();
    this.#fills.set(key, promise);
    const end = (stored?: CachedResponse) => {
      if (this.#fills.get(key) === promise) this.#fills.delete(key);
      resolve(stored);
    };
    return {
      finish: (finished) => {
        const made = this.#complete(cacheable, start, finished);
        const isStored = this.#keep(cacheable, start, made);
        end(isStored ? made : undefined);
        return made;
      },
      abandon: () => end(),
    };
  }

  async close(): Promise<void> {
    await this.freshness.close();
    this.store.clear();
  }

  #complete({ tags, hasDate }: CacheableRequest, start: Start, finished: Finished): CachedResponse {
    const validUntil = hasDate ? decideDayEnd(start.now) : Number.POSITIVE_INFINITY;
    return new CachedResponse({ ...finished, tags, validUntil });
  }

  /** Returns whether the response is stored. */
  #keep({ key, tags }: CacheableRequest, start: Start, response: CachedResponse): boolean {
    const isUsable =
      response.bytes <= LARGEST_RESPONSE_BYTES && this.freshness.isUnchanged(start, tags);
    if (!isUsable) return false;
    const resize = () => this.store.resize(key, response);
    // Not written as a property's value: V8 retains such functions, with all they can reach, until a full garbage collection.
    response.onResize = resize;
    this.store.set(key, response);
    return true;
  }
}

/** Lets the response that Fastify makes for a request finish a fill. */
export function fillFrom(
  request: IncomingMessage,
  response: ServerResponse,
  fill: CacheFill,
): void {
  response.once("close", fill.abandon);
  request.cacheFill = {
    ...fill,
    finish(finished) {
      response.off("close", fill.abandon);
      return fill.finish(finished);
    },
  };
}
