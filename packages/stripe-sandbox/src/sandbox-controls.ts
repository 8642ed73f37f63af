import { z } from "zod";
import type { FaultParams, OpenDisputeParams, RuleParams } from "./controls/control-params.ts";
import { Delivery } from "./webhooks/delivery-log.ts";

export type { Delivery } from "./webhooks/delivery-log.ts";

const Deliveries = z.object({ deliveries: z.array(Delivery) });
const Resent = z.object({ status: z.number().nullable() });
const Id = z.object({ id: z.string() });

/** Controls of a running sandbox, for tests. Each one rejects if the sandbox returns an error. */
export type SandboxControls = ReturnType<typeof controlSandbox>;

/** @param url the sandbox's URL, which must lead to the same machine */
export function controlSandbox(url: string) {
  const call = async (method: "GET" | "POST", path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/_sandbox/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return await response.json();
    throw new Error(`The sandbox rejected ${path}: ${await response.text()}`);
  };
  const post = (path: string, body: object = {}) => call("POST", path, body);
  return {
    /** Deletes all objects, keys, deliveries, faults and rules. Keeps the webhook endpoint. */
    reset: async () => void (await post("reset")),
    /** Makes the next calls of a path fail. */
    fault: async (fault: FaultParams) => void (await post("faults", fault)),
    /** Loses, duplicates or delays (in milliseconds) the next events. */
    webhookRule: async (rule: RuleParams) => void (await post("webhooks/rules", rule)),
    /** Sends new events to this endpoint, or nowhere if it is undefined. */
    setWebhook: async (endpoint?: { url: string; secret: string }) =>
      void (await post("webhooks/endpoint", { endpoint: endpoint ?? null })),
    /** Sends an event again. Resolves with the endpoint's status, or null if it did not respond. */
    resend: async (event: string) => Resent.parse(await post("webhooks/resend", { event })).status,
    listDeliveries: async () =>
      Deliveries.parse(await call("GET", "webhooks/deliveries")).deliveries,
    /** Disputes a charge or the charge of an intent. Resolves with the dispute's ID. */
    openDispute: async (params: OpenDisputeParams) =>
      Id.parse(await post("disputes/open", params)).id,
    closeDispute: async (dispute: string, status: "won" | "lost") =>
      void (await post("disputes/close", { dispute, status })),
  };
}
