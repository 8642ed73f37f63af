import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The `Cache-Control` of a file that never changes. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

/**
 * Sends JSON with an ETag, or a 304 if the client already has the same version. The ETag also covers the headers that hold
 * the total and the next page of a list.
 */
export function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string,
): FastifyReply {
  const content = [json, reply.getHeader("X-Total-Count"), reply.getHeader("Link")].join("\n");
  // Weak, because compression changes the bytes.
  const etag = `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
  reply.header("ETag", etag).header("Cache-Control", "no-cache").header("Vary", "Cookie");
  if (isKnownTag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(json);
}

/** Whether `If-None-Match` matches the tag by weak comparison (RFC 9110, section 13.1.2). */
export function isKnownTag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return condition.split(",").some((tag) => tag.trim() === "*" || opaque(tag) === opaque(etag));
}
