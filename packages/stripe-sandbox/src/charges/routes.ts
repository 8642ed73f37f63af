import { z } from "zod";
import { LIST_PARAMS, listPage } from "../http/list-page.ts";
import { readParams } from "../http/read-params.ts";
import type { Route } from "../http/route.ts";
import { getObject } from "../sandbox.ts";

const ListCharges = z.strictObject({
  ...LIST_PARAMS,
  customer: z.string().optional(),
  payment_intent: z.string().optional(),
});

export const chargeRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/v1/charges",
    access: "secret",
    handle({ sandbox, params }) {
      const filters = readParams(ListCharges, params);
      const all = sandbox.store
        .list("charge")
        .filter(({ customer }) => !filters.customer || customer === filters.customer)
        .filter(
          (charge) => !filters.payment_intent || charge.payment_intent === filters.payment_intent,
        );
      return listPage(all, filters, "/v1/charges");
    },
  },
  {
    method: "GET",
    path: "/v1/charges/:id",
    access: "secret",
    handle: ({ sandbox, id }) => getObject(sandbox, "charge", id),
  },
];
