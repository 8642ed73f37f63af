import { UserFilters } from "@studbook/domain/admin";
import { utcDay } from "@studbook/domain/age";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type CreateContext, getAdmin } from "../auth/viewer.ts";
import { readPage, sendPage } from "../http/page.ts";
import { singleQuery } from "../http/query.ts";
import type { NoBody, RestParts } from "../rest.ts";
import type { UserContext } from "../trpc.ts";
import { exportAds, exportUsers } from "./export-csv.ts";

type ById = { Params: { id: string } };

const FILTERS = ["q", "tier", "active", "expiring"] as const;

/** The calls of the dashboard (specification, section 7) and the files it offers. */
export function registerAdminRest(
  app: FastifyInstance,
  { callerFor, publicUrl, createContext }: RestParts & { createContext: CreateContext },
): void {
  app.get("/admin/stats", async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.admin.stats();
  });

  app.get("/admin/users", async (request, reply) => {
    const caller = await callerFor(request, reply);
    const filters = singleQuery(request, FILTERS);
    const found = await caller.admin.users({ ...filters, ...readPage(request) });
    return sendPage(request, reply, publicUrl, found);
  });

  app.patch<ById & { Body: NoBody }>("/admin/users/:id/toggle-active", async (request, reply) => {
    const caller = await callerFor(request, reply);
    return caller.admin.toggleActive({ ...request.body, id: request.params.id });
  });

  // HEAD would make the file, and a record of it, for nobody.
  const alone = { exposeHeadRoute: false };
  app.get("/admin/users.csv", alone, async (request, reply) => {
    const ctx = await adminContext(request, reply);
    const filters = UserFilters.parse(singleQuery(request, FILTERS));
    return asFile(reply, `users-${utcDay(ctx.clock())}`).send(await exportUsers(ctx, filters));
  });

  app.get("/admin/ads.csv", alone, async (request, reply) => {
    const ctx = await adminContext(request, reply);
    return asFile(reply, `ads-${utcDay(ctx.clock())}`).send(await exportAds(ctx));
  });

  async function adminContext(request: FastifyRequest, reply: FastifyReply): Promise<UserContext> {
    const ctx = await createContext(request, reply);
    return { ...ctx, viewer: getAdmin(ctx) };
  }
}

function asFile(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .type("text/csv; charset=utf-8")
    .header("Content-Disposition", `attachment; filename="studbook-${name}.csv"`);
}
