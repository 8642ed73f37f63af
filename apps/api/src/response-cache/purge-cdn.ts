import type { FastifyBaseLogger } from "fastify";
import { ALL_KEY } from "./cache-tags.ts";
import type { Freshness } from "./freshness.ts";

export type CdnSettings = {
  /** Gets a POST with the keys to purge. */
  url: string;
  /** A header with the CDN's secret. */
  header: { name: string; value: string } | undefined;
};

/** How long changes are collected, and how often endings of ads are looked for. */
const PERIOD_MS = 1000;

const TIMEOUT_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;

/** With more keys, everything is purged. CDNs accept a limited number at once; Fastly accepts 256. */
const MAX_KEYS = 256;

const LOG_PAUSE_MS = 60_000;

/**
 * Tells a CDN by surrogate keys which of its stored responses have changed, at most once a second. Every server does so for
 * all changes, because purging twice does no harm and so no server must be elected. Failed attempts are repeated with all keys since then.
 */
export class CdnPurger {
  readonly #settings: CdnSettings;
  readonly #logger: FastifyBaseLogger;
  readonly #keys = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #pauseMs = 0;
  #sendAfter = 0;
  #logAfter = 0;

  constructor(settings: CdnSettings, logger: FastifyBaseLogger) {
    this.#settings = settings;
    this.#logger = logger;
  }

  add(tags: readonly string[] | "all"): void {
    for (const tag of tags === "all" ? [ALL_KEY] : tags) this.#keys.add(tag);
    if (this.#keys.size <= MAX_KEYS && !this.#keys.has(ALL_KEY)) return;
    this.#keys.clear();
    this.#keys.add(ALL_KEY);
  }

  /** Ads also end while nobody asks this server for them. */
  start(freshness: Freshness): void {
    this.#timer = setInterval(() => {
      if (!freshness.isCurrent && freshness.isConnected) void freshness.catchUp();
      this.#sendSoon();
    }, PERIOD_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
    if (this.#keys.size > 0) await this.#send();
  }

  #sendSoon(): void {
    if (this.#keys.size === 0 || this.#sending || performance.now() < this.#sendAfter) return;
    this.#sending = this.#send().finally(() => {
      this.#sending = undefined;
    });
  }

  async #send(): Promise<void> {
    const keys = [...this.#keys];
    this.#keys.clear();
    const { url, header } = this.#settings;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "surrogate-key": keys.join(" "),
          ...(header && { [header.name]: header.value }),
        },
        body: JSON.stringify({ surrogate_keys: keys }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The CDN responded with ${response.status}`);
      this.#pauseMs = 0;
    } catch (error) {
      this.add(keys);
      this.#pauseMs = Math.min(this.#pauseMs * 2 || PERIOD_MS, LONGEST_PAUSE_MS);
      this.#sendAfter = performance.now() + this.#pauseMs;
      this.#logFailure(error);
    }
  }

  #logFailure(error: unknown): void {
    const now = performance.now();
    if (now < this.#logAfter) return;
    this.#logAfter = now + LOG_PAUSE_MS;
    const reason = error instanceof Error ? error.message : String(error);
    this.#logger.warn({ reason, keys: this.#keys.size }, "could not purge the CDN; trying again");
  }
}
