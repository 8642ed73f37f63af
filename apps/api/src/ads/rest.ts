import type { AdPatchFields, NewAdFields } from "@studbook/domain/ad";
import type { FastifyInstance } from "fastify";
import { readPage, sendPage } from "../http/page.ts";
import { singleQuery } from "../http/query.ts";
import type { NoBody, RestParts } from "../rest.ts";

type ById = { Params: { id: string } };

/** The calls on ads (specification, section 7). */
export function registerAdsRest(app: FastifyInstance, { callerFor, publicUrl }: RestParts): void {
  app.get("/ads", async (request, reply) => {
    const filters = singleQuery(request, ["breed", "state"]);
    const caller = await callerFor(request, reply);
    const found = await caller.ads.search({ ...filters, ...readPage(request) });
    return sendPage(request, reply, publicUrl, found);
  });

  app.get<ById>("/ads/:id", async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.ads.byId({ id: request.params.id });
  });

  app.get("/my-ads", async (request, reply) => {
    const caller = await callerFor(request, reply);
    const found = await caller.ads.mine(readPage(request));
    return sendPage(request, reply, publicUrl, found);
  });

  app.post<{ Body: NewAdFields }>("/ads", async (request, reply) => {
    const caller = await callerFor(request, reply);
    const ad = await caller.ads.create(request.body);
    return reply.code(201).send(ad);
  });

  app.patch<ById & { Body: AdPatchFields & { id?: unknown } }>(
    "/ads/:id",
    async (request, reply) => {
      const caller = await callerFor(request, reply);
      const { id: extra, ...fields } = request.body ?? {};
      const unknown = extra === undefined ? {} : { "id (in the body)": extra };
      return caller.ads.update({ ...fields, ...unknown, id: request.params.id });
    },
  );

  app.delete<ById & { Body: NoBody }>("/ads/:id", async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.ads.delete({ ...request.body, id: request.params.id });
  });
}
