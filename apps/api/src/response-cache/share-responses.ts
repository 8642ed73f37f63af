import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { createTag, isKnownTag } from "../http/revalidate.ts";
import { describeCacheable } from "./cacheable-request.ts";
import { isPersonal } from "./response-cache.ts";

const READS = new Set(["GET", "HEAD"]);
const STORED_STATUSES = new Set([200, 404]);

/** Browsers and other caches ask each time whether it has changed. */
const SHARED = "public, max-age=0, must-revalidate";

/**
 * Gives the responses to public reads the headers of responses that everyone may share, an ETag among them, and stores them
 * if `serveCached` asked for that. Responses that their handler has made private stay private. Sends a 304 if the client has
 * the version of an ETag. Register it before the compression.
 */
export function shareResponses(app: FastifyInstance, config: Pick<Config, "publicUrl">): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || !READS.has(request.method)) return payload;
    const { statusCode: status } = reply;
    if (isShared(request, reply, config)) {
      const etag = reply.getHeader("etag")?.toString() ?? createTag(payload);
      if (status === 200) reply.headers({ etag, "cache-control": SHARED });
      else reply.header("cache-control", "no-cache");
      const headers = reply.getHeaders();
      request.raw.cacheFill?.finish({ status, headers, etag, body: payload });
    }
    const etag = reply.getHeader("etag")?.toString();
    const condition = request.headers["if-none-match"];
    if (status !== 200 || etag === undefined || !isKnownTag(condition, etag)) return payload;
    reply.code(304).removeHeader("content-type");
    return "";
  });
}

function isShared(request: FastifyRequest, reply: FastifyReply, config: Pick<Config, "publicUrl">) {
  const { raw, headers } = request;
  if (!STORED_STATUSES.has(reply.statusCode) || reply.hasHeader("set-cookie")) return false;
  if (/private|no-store/.test(String(reply.getHeader("cache-control")))) return false;
  const cacheable = describeCacheable(raw.url ?? "");
  return cacheable !== undefined && !isPersonal(cacheable, headers.cookie, config);
}
