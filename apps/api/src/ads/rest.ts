import type { FastifyInstance } from "fastify";
import { nextLink } from "../http/next-link.ts";
import { singleQuery } from "../http/query.ts";
import type { RestParts } from "../rest.ts";

/** `GET /api/ads` and `GET /api/ads/{id}`. */
export function registerAdsRest(app: FastifyInstance, { callerFor, publicUrl }: RestParts): void {
  app.get("/ads", async (request, reply) => {
    const { limit, ...filters } = singleQuery(request, ["breed", "state", "limit", "cursor"]);
    const input = { ...filters, ...(limit !== undefined && { limit: Number(limit) }) };
    const found = await callerFor(request).ads.search(input);
    reply.header("X-Total-Count", found.total);
    if (found.nextCursor) reply.header("Link", nextLink(request, publicUrl, found.nextCursor));
    return found.items;
  });

  app.get<{ Params: { id: string } }>("/ads/:id", async (request) =>
    callerFor(request).ads.byId({ id: request.params.id }),
  );
}
