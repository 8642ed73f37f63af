import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { createTag, isKnownTag } from "../http/revalidate.ts";
import { surrogateKeys } from "./cache-tags.ts";
import { type CacheableRequest, describeCacheable } from "./cacheable-request.ts";
import { hasPersonalForm, isPersonal } from "./response-cache.ts";

const READS = new Set(["GET", "HEAD"]);
const STORED_STATUSES = new Set([200, 404]);

/**
 * Gives the responses to public reads the headers of responses that everyone may share, an ETag among them, and stores them
 * if `serveCached` asked for that. Responses that their handler has made private stay private. Sends a 304 if the client has
 * the version of an ETag. Register it before the compression.
 */
export function shareResponses(
  app: FastifyInstance,
  config: Pick<Config, "publicUrl" | "sharedCacheSeconds">,
): void {
  const caching = describeCaching(config.sharedCacheSeconds);
  app.addHook("onSend", (request, reply, payload, done) => {
    const body = typeof payload === "string" ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(body) || !READS.has(request.method)) return done();
    const { statusCode: status } = reply;
    const cacheable = findShared(request, reply, config);
    if (cacheable) {
      const etag = reply.getHeader("etag")?.toString() ?? createTag(body);
      if (status === 200) reply.headers({ etag, "cache-control": caching });
      else reply.header("cache-control", "no-cache");
      reply.header(
        "vary",
        hasPersonalForm(cacheable) ? "cookie, accept-encoding" : "accept-encoding",
      );
      if (config.sharedCacheSeconds > 0) {
        reply.header("surrogate-key", surrogateKeys(cacheable.tags));
      }
      const headers = reply.getHeaders();
      request.raw.cacheFill?.finish({ status, headers, etag, body });
    }
    const etag = reply.getHeader("etag")?.toString();
    const condition = request.headers["if-none-match"];
    if (status !== 200 || etag === undefined || !isKnownTag(condition, etag))
      return done(null, body);
    reply.code(304).removeHeader("content-type");
    done(null, "");
  });
}

function findShared(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Pick<Config, "publicUrl">,
): CacheableRequest | undefined {
  const { raw, headers } = request;
  if (!STORED_STATUSES.has(reply.statusCode) || reply.hasHeader("set-cookie")) return undefined;
  if (/private|no-store/.test(String(reply.getHeader("cache-control")))) return undefined;
  const cacheable = describeCacheable(raw.url ?? "");
  return cacheable && !isPersonal(cacheable, headers.cookie, config) ? cacheable : undefined;
}

/** Browsers ask each time whether it has changed. Shared caches need not ask for so many seconds. */
function describeCaching(sharedSeconds: number): string {
  const shared = sharedSeconds > 0 ? `s-maxage=${sharedSeconds}, ` : "";
  return `public, max-age=0, ${shared}must-revalidate`;
}
