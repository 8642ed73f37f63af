import { z } from "zod";
import { recordRefundEvent } from "../events/record-event.ts";
import { LIST_PARAMS, listPage } from "../http/list-page.ts";
import { mergeMetadata } from "../http/merge-metadata.ts";
import { Metadata, readParams } from "../http/read-params.ts";
import type { Route } from "../http/route.ts";
import { getObject } from "../sandbox.ts";
import { CreateRefund, createRefund } from "./create-refund.ts";

const ListRefunds = z.strictObject({
  ...LIST_PARAMS,
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
});
const UpdateRefund = z.strictObject({ metadata: Metadata.optional() });

export const refundRoutes: readonly Route[] = [
  {
    method: "POST",
    path: "/v1/refunds",
    access: "secret",
    handle: ({ sandbox, params }) => createRefund(sandbox, readParams(CreateRefund, params)),
  },
  {
    method: "GET",
    path: "/v1/refunds",
    access: "secret",
    handle({ sandbox, params }) {
      const filters = readParams(ListRefunds, params);
      const all = sandbox.store
        .list("refund")
        .filter(({ charge }) => !filters.charge || charge === filters.charge)
        .filter(
          (refund) => !filters.payment_intent || refund.payment_intent === filters.payment_intent,
        );
      return listPage(all, filters, "/v1/refunds");
    },
  },
  {
    method: "GET",
    path: "/v1/refunds/:id",
    access: "secret",
    handle: ({ sandbox, id }) => getObject(sandbox, "refund", id),
  },
  {
    method: "POST",
    path: "/v1/refunds/:id",
    access: "secret",
    handle({ sandbox, id, params }) {
      const refund = getObject(sandbox, "refund", id);
      const { metadata } = readParams(UpdateRefund, params);
      const updated = { ...refund, metadata: mergeMetadata(refund.metadata ?? {}, metadata) };
      sandbox.store.put("refund", updated);
      recordRefundEvent(sandbox, "refund.updated", updated);
      return updated;
    },
  },
];
