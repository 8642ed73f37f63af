import { z } from "zod";
import { LIST_PARAMS, listPage } from "../http/list-page.ts";
import { readParams } from "../http/read-params.ts";
import type { Route } from "../http/route.ts";
import { getObject } from "../sandbox.ts";

const ListEvents = z.strictObject({
  ...LIST_PARAMS,
  type: z.string().optional(),
  types: z.array(z.string()).optional(),
});

export const eventRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/v1/events",
    access: "secret",
    handle({ sandbox, params }) {
      const filters = readParams(ListEvents, params);
      const types = filters.types ?? (filters.type ? [filters.type] : undefined);
      const all = sandbox.store.list("event").filter(({ type }) => !types || types.includes(type));
      return listPage(all, filters, "/v1/events");
    },
  },
  {
    method: "GET",
    path: "/v1/events/:id",
    access: "secret",
    handle: ({ sandbox, id }) => getObject(sandbox, "event", id),
  },
];
