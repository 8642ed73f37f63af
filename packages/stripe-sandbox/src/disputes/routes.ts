import { z } from "zod";
import { recordDisputeEvent } from "../events/record-event.ts";
import { LIST_PARAMS, listPage } from "../http/list-page.ts";
import { mergeMetadata } from "../http/merge-metadata.ts";
import { Metadata, readParams } from "../http/read-params.ts";
import type { Route } from "../http/route.ts";
import { getObject } from "../sandbox.ts";
import { closeDispute } from "./open-dispute.ts";

const ListDisputes = z.strictObject({
  ...LIST_PARAMS,
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
});
const UpdateDispute = z.strictObject({ metadata: Metadata.optional() });

export const disputeRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/v1/disputes",
    access: "secret",
    handle({ sandbox, params }) {
      const filters = readParams(ListDisputes, params);
      const all = sandbox.store
        .list("dispute")
        .filter(({ charge }) => !filters.charge || charge === filters.charge)
        .filter(
          (dispute) => !filters.payment_intent || dispute.payment_intent === filters.payment_intent,
        );
      return listPage(all, filters, "/v1/disputes");
    },
  },
  {
    method: "GET",
    path: "/v1/disputes/:id",
    access: "secret",
    handle: ({ sandbox, id }) => getObject(sandbox, "dispute", id),
  },
  {
    method: "POST",
    path: "/v1/disputes/:id",
    access: "secret",
    handle({ sandbox, id, params }) {
      const dispute = getObject(sandbox, "dispute", id);
      const { metadata } = readParams(UpdateDispute, params);
      const updated = { ...dispute, metadata: mergeMetadata(dispute.metadata, metadata) };
      sandbox.store.put("dispute", updated);
      recordDisputeEvent(sandbox, "charge.dispute.updated", updated);
      return updated;
    },
  },
  {
    method: "POST",
    path: "/v1/disputes/:id/close",
    access: "secret",
    handle: ({ sandbox, id }) => closeDispute(sandbox, id, "lost"),
  },
];
