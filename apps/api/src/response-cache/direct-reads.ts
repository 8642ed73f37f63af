import type { Db } from "@studbook/db/client";
import { WaitBudget, withWaitBudget } from "@studbook/db/wait-budget";
import { DomainError } from "@studbook/domain/errors";
import { AdSearchInput } from "@studbook/domain/schemas/ad-search";
import { remember } from "../bounded-map.ts";
import type { Config } from "../config.ts";
import type { QueueKey } from "../fair-queue.ts";
import { REMEMBERED_ADDRESSES } from "../http/network.ts";
import { pageHeadersOf } from "../http/page-headers.ts";
import { anonymousKeyOf } from "../http/queue-key.ts";
import type { RequestSlots } from "../http/request-slots.ts";
import { createRestTag, createTag } from "../http/revalidate.ts";
import { toTrpcResult } from "../json-page.ts";
import { readValid } from "../json-reads.ts";
import { surrogateKeys } from "./cache-tags.ts";
import { type CacheableRequest, TRPC_ROUTE } from "./cacheable-request.ts";
import type { ResponseHeaders } from "./cached-response.ts";
import type { Finished } from "./response-cache.ts";

/** How long a read waits for the database, in milliseconds. The usual way has a budget of its own. */
const BUDGET_MS = 200;

const MAX_IN_PROGRESS = 64;

/** How long all reads take the usual way after one has failed. */
const PAUSE_MS = 1000;

/** The headers that depend on what is read. */
const OF_ONE_READ = ["etag", "link", "surrogate-key", "x-total-count"];

const PARAMETERS = Object.keys(AdSearchInput.shape);

type JsonCacheable = CacheableRequest & Required<Pick<CacheableRequest, "read">>;

type DirectReadParts = {
  db: Db;
  config: Config;
  slots: Pick<RequestSlots, "runRead">;
  /** Whether a read would get its slot soon. It counts as accepted then. */
  acceptRead: (key: QueueKey) => boolean;
};

export type DirectReads = {
  /** Remembers the headers that Fastify sends with the responses of a procedure. */
  learn(cacheable: CacheableRequest, headers: ResponseHeaders): void;
  /**
   * Starts a read without a session. Returns undefined, or a promise of it, if the request must take the usual way.
   *
   * @param url the path and query of the request
   * @param address the client's
   */
  start(
    cacheable: CacheableRequest,
    url: string,
    address: string,
  ): Promise<Finished | undefined> | undefined;
};

/**
 * Makes the responses of reads that PostgreSQL answers with JSON without Fastify, which takes more time than everything else.
 * They have the same slots as other reads. Whatever is unusual takes the usual way: crowds, errors, and the first read of each
 * procedure, whose headers the others repeat.
 */
export function createDirectReads({ db, config, slots, acceptRead }: DirectReadParts): DirectReads {
  const { publicUrl, sharedCacheSeconds } = config;
  const templates = new Map<string, ResponseHeaders>();
  const keyOf = remember(REMEMBERED_ADDRESSES, anonymousKeyOf);
  const session = { user: undefined };
  const ctx = { publicDb: db, config, session, closeToOtherOrigins: () => undefined };
  let inProgress = 0;
  let pausedUntil = 0;

  async function read(
    { route, tags, read: call }: JsonCacheable,
    template: ResponseHeaders,
    url: string,
  ): Promise<Finished> {
    const result = await readValid(ctx, call);
    const shared = sharedCacheSeconds > 0 && { "surrogate-key": surrogateKeys(tags) };
    if (route === TRPC_ROUTE) {
      const body = Buffer.from(toTrpcResult(result));
      const etag = createTag(body);
      return { status: 200, headers: { ...template, ...shared, etag }, etag, body };
    }
    const isPage = typeof result !== "string";
    const page = isPage ? pageHeadersOf(url, { publicUrl, parameters: PARAMETERS }, result) : {};
    const body = Buffer.from(isPage ? result.items : result);
    const etag = createRestTag(body, page);
    return { status: 200, headers: { ...template, ...page, ...shared, etag }, etag, body };
  }

  /** Resolves to undefined if the request must take the usual way. */
  async function attempt(work: () => Promise<Finished>) {
    inProgress++;
    try {
      return await withWaitBudget(new WaitBudget(BUDGET_MS), work);
    } catch (error) {
      // The usual way will fail again and report the error. That an ad is missing says nothing about other reads.
      const isMissing = error instanceof DomainError && error.code === "AD_NOT_FOUND";
      if (!isMissing) pausedUntil = performance.now() + PAUSE_MS;
      return undefined;
    } finally {
      inProgress--;
    }
  }

  return {
    learn(cacheable, headers) {
      const kind = kindOf(cacheable);
      if (!hasRead(cacheable) || templates.has(kind)) return;
      const kept = Object.entries(headers).filter(([name]) => !OF_ONE_READ.includes(name));
      templates.set(kind, Object.fromEntries(kept));
    },
    start(cacheable, url, address) {
      const template = templates.get(kindOf(cacheable));
      const isCrowded = inProgress >= MAX_IN_PROGRESS || performance.now() < pausedUntil;
      if (!hasRead(cacheable) || !template || isCrowded) return undefined;
      const key = keyOf(address);
      if (!acceptRead(key)) return undefined;
      return attempt(() => slots.runRead(key, () => read(cacheable, template, url)));
    },
  };
}

function hasRead(cacheable: CacheableRequest): cacheable is JsonCacheable {
  return cacheable.read !== undefined;
}

/** What has the same headers. */
function kindOf({ route, read }: CacheableRequest): string {
  return read ? `${route} ${read.procedure}` : "";
}
