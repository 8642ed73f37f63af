import type { FastifyReply, FastifyRequest } from "fastify";
import { nextLink } from "./next-link.ts";
import { singleQuery } from "./query.ts";

/** The paging parameters of a list: how many to a page, and after which cursor. */
export function readPage(request: FastifyRequest): { limit?: number; cursor?: string } {
  const { limit, cursor } = singleQuery(request, ["limit", "cursor"]);
  return {
    ...(limit !== undefined && { limit: /^\d{1,9}$/.test(limit) ? Number(limit) : Number.NaN }),
    ...(cursor !== undefined && { cursor }),
  };
}

/** Answers the items as an array, with the exact total and the next page in headers. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  page: { items: unknown[]; total: number; nextCursor: string | null },
): unknown[] {
  reply.header("X-Total-Count", page.total);
  if (page.nextCursor) reply.header("Link", nextLink(request, publicUrl, page.nextCursor));
  return page.items;
}
