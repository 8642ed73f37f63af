import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";

/** The `Cache-Control` of a file that never changes. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

/**
 * Sends JSON with an ETag, which also covers the headers that hold the total and the next page of a list. `shareResponses`
 * sends a 304 instead if the client already has the same version.
 */
export function sendRevalidated(reply: FastifyReply, json: string): FastifyReply {
  // As bytes, which are needed for the tag, the response and the cache.
  const body = Buffer.from(json);
  const etag = createRestTag(body, {
    "x-total-count": reply.getHeader("X-Total-Count"),
    link: reply.getHeader("Link"),
  });
  return reply
    .headers({ ETag: etag, "Cache-Control": "no-cache", Vary: "Cookie" })
    .type("application/json; charset=utf-8")
    .send(body);
}

/** Returns the ETag of JSON and of the headers of a list, if it is one. */
export function createRestTag(
  body: Buffer,
  headers: { "x-total-count"?: unknown; link?: unknown },
): string {
  return createTag(body, headers["x-total-count"], headers.link);
}

/** Returns an ETag, a weak one, because compression changes the bytes. */
export function createTag(body: Buffer, ...headers: readonly unknown[]): string {
  const sum = createHash("sha256").update(body);
  for (const header of headers) sum.update(`\n${header}`);
  return `W/"${sum.digest("base64url").slice(0, 27)}"`;
}

/** Sends a document that is the same for everyone, with an ETag. Caches may store it, but must revalidate it. */
export function sendShared(reply: FastifyReply, html: string): FastifyReply {
  const body = Buffer.from(html);
  return reply
    .headers({ ETag: createTag(body), "Cache-Control": "public, max-age=0, must-revalidate" })
    .type("text/html; charset=utf-8")
    .send(body);
}

/** Whether `If-None-Match` matches the tag by weak comparison (RFC 9110, section 13.1.2). */
export function isKnownTag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return condition.split(",").some((tag) => tag.trim() === "*" || opaque(tag) === opaque(etag));
}
