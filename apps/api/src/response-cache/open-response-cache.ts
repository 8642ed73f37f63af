import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config.ts";
import { CdnPurger } from "./purge-cdn.ts";
import { ResponseCache } from "./response-cache.ts";

export type OpenResponseCache = { cache: ResponseCache; close(): Promise<void> };

/**
 * Creates the response cache of a server, which also tells the CDN about changes. Returns undefined if it is disabled.
 *
 * @param onChange called before anybody can ask for what has changed
 */
export function openResponseCache(
  { responseCacheMegabytes, cdn, database }: Config,
  logger: FastifyBaseLogger,
  onChange: () => void = () => undefined,
): OpenResponseCache | undefined {
  if (responseCacheMegabytes === 0) return undefined;
  const purger = cdn && new CdnPurger(cdn, logger);
  const cache = new ResponseCache({
    maxBytes: responseCacheMegabytes * 1024 * 1024,
    databaseUrl: database.directUrl,
    logger,
    onTouched(tags) {
      onChange();
      purger?.add(tags);
    },
  });
  purger?.start(cache.freshness);
  return {
    cache,
    async close() {
      await purger?.stop();
      await cache.close();
    },
  };
}
