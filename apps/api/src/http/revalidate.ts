import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Answers JSON that a client may keep and ask about again: with an ETag, or a 304 when the client's is
 * the same. Lists tell of their total and next page in headers, so these count too.
 */
export function sendRevalidated(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string,
): FastifyReply {
  const told = [json, reply.getHeader("X-Total-Count"), reply.getHeader("Link")].join("\n");
  // Weak: compression changes the bytes.
  const etag = `W/"${createHash("sha256").update(told).digest("base64url").slice(0, 27)}"`;
  reply.header("ETag", etag).header("Cache-Control", "no-cache").header("Vary", "Cookie");
  if (isKnownTag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(json);
}

/** Whether `If-None-Match` names the tag, by weak comparison (RFC 9110, section 13.1.2). */
export function isKnownTag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return condition.split(",").some((tag) => tag.trim() === "*" || opaque(tag) === opaque(etag));
}
