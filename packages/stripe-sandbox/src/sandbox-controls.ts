import { z } from "zod";
import type { FaultParams, OpenDisputeParams, RuleParams } from "./controls/control-params.ts";
import { Delivery } from "./webhooks/delivery-log.ts";

export type { Delivery } from "./webhooks/delivery-log.ts";

const Deliveries = z.object({ deliveries: z.array(Delivery) });
const Resent = z.object({ status: z.number().nullable() });
const Id = z.object({ id: z.string() });

/** Orders for a running sandbox, for tests. Each rejects when the sandbox refuses it. */
export type SandboxControls = ReturnType<typeof controlSandbox>;

/** @param url the sandbox's address, from a program on its own machine */
export function controlSandbox(url: string) {
  const call = async (method: "GET" | "POST", path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/_sandbox/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return await response.json();
    throw new Error(`The sandbox refused ${path}: ${await response.text()}`);
  };
  const post = (path: string, body: object = {}) => call("POST", path, body);
  return {
    /** Forgets all objects, keys, deliveries, faults and rules. The webhook's endpoint stays. */
    reset: async () => void (await post("reset")),
    /** Lets the next calls of an address go wrong. */
    fault: async (fault: FaultParams) => void (await post("faults", fault)),
    /** Loses, doubles or delays (in milliseconds) the next events. */
    webhookRule: async (rule: RuleParams) => void (await post("webhooks/rules", rule)),
    /** Sends events there from now on; without an endpoint, nowhere. */
    setWebhook: async (endpoint?: { url: string; secret: string }) =>
      void (await post("webhooks/endpoint", { endpoint: endpoint ?? null })),
    /** Sends an event again; resolves with the endpoint's status, null when it did not answer. */
    resend: async (event: string) => Resent.parse(await post("webhooks/resend", { event })).status,
    listDeliveries: async () =>
      Deliveries.parse(await call("GET", "webhooks/deliveries")).deliveries,
    /** Disputes the charge of an intent, or a charge; resolves with the dispute's id. */
    openDispute: async (params: OpenDisputeParams) =>
      Id.parse(await post("disputes/open", params)).id,
    closeDispute: async (dispute: string, status: "won" | "lost") =>
      void (await post("disputes/close", { dispute, status })),
  };
}
