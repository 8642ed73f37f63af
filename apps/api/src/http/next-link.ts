import type { FastifyRequest } from "fastify";

/** The `Link` header (RFC 8288) of the page after this one: the same address with another cursor. */
export function nextLink(request: FastifyRequest, publicUrl: string, cursor: string): string {
  const url = new URL(request.url, publicUrl);
  url.searchParams.set("cursor", cursor);
  return `<${publicUrl}${url.pathname}${url.search}>; rel="next"`;
}
