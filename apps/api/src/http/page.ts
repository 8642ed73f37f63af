import { z } from "@studbook/domain/schemas/z";
import type { FastifyReply, FastifyRequest } from "fastify";

const Page = z.object({
  items: z.array(z.unknown()),
  total: z.number(),
  nextCursor: z.string().nullable(),
});

/** Answers the items of a page as an array, with the exact total and the next page (RFC 8288) in headers. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  page: unknown,
): unknown[] {
  const { items, total, nextCursor } = Page.parse(page);
  reply.header("X-Total-Count", total);
  if (nextCursor) {
    const next = new URL(request.url, publicUrl);
    next.searchParams.set("cursor", nextCursor);
    reply.header("Link", `<${publicUrl}${next.pathname}${next.search}>; rel="next"`);
  }
  return items;
}
