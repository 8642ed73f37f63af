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
      const wanted = readParams(ListCharges, params);
      const all = sandbox.store
        .list("charge")
        .filter(({ customer }) => !wanted.customer || customer === wanted.customer)
        .filter(
          (charge) => !wanted.payment_intent || charge.payment_intent === wanted.payment_intent,
        );
      return listPage(all, wanted, "/v1/charges");
    },
  },
  {
    method: "GET",
    path: "/v1/charges/:id",
    access: "secret",
    handle: ({ sandbox, id }) => getObject(sandbox, "charge", id),
  },
];
