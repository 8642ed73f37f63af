import { z } from "zod";
import { closeDispute, openDispute } from "../disputes/open-dispute.ts";
import { ApiError, invalidRequest } from "../http/api-error.ts";
import type { Parts } from "../parts.ts";
import { getObject, type Sandbox } from "../sandbox.ts";
import { listDeliveries } from "../webhooks/delivery-log.ts";
import {
  CloseDisputeParams,
  EndpointParams,
  FaultParams,
  OpenDisputeParams,
  ResendParams,
  RuleParams,
} from "./control-params.ts";

type Control = (parts: Parts, params: unknown) => object | Promise<object>;

/** Controls for tests. Stripe has no counterpart. */
const CONTROLS: Record<string, Control> = {
  "POST /_sandbox/reset"({ store, faults, rules }) {
    store.clear();
    faults.clear();
    rules.clear();
    return { ok: true };
  },
  "POST /_sandbox/faults"({ faults }, params) {
    faults.add(FaultParams.parse(params));
    return { ok: true };
  },
  "POST /_sandbox/webhooks/rules"({ rules }, params) {
    rules.add(RuleParams.parse(params));
    return { ok: true };
  },
  "POST /_sandbox/webhooks/endpoint"({ webhooks }, params) {
    const { endpoint } = EndpointParams.parse(params);
    webhooks.endpoint = endpoint ?? undefined;
    webhooks.wake();
    return { ok: true };
  },
  async "POST /_sandbox/webhooks/resend"(parts, params) {
    const event = getObject(sandboxOf(parts), "event", ResendParams.parse(params).event);
    return { status: await parts.webhooks.resend(event) };
  },
  "GET /_sandbox/webhooks/deliveries"({ store }) {
    return { deliveries: listDeliveries(store) };
  },
  "POST /_sandbox/disputes/open"(parts, params) {
    const { charge, payment_intent: intentId, ...rest } = OpenDisputeParams.parse(params);
    return parts.store.transaction(() => {
      const sandbox = sandboxOf(parts);
      const id = charge ?? getObject(sandbox, "payment_intent", intentId ?? "").latest_charge;
      return openDispute(sandbox, typeof id === "string" ? id : "", rest);
    });
  },
  "POST /_sandbox/disputes/close"(parts, params) {
    const { dispute, status } = CloseDisputeParams.parse(params);
    return parts.store.transaction(() => closeDispute(sandboxOf(parts), dispute, status));
  },
};

function sandboxOf({ store, clock, onEvent }: Parts): Sandbox {
  return { store, clock, onEvent, origin: "", request: { id: null, idempotency_key: null } };
}

/** Runs a control. @throws ApiError 404 if it is unknown, 400 if its parameters are invalid. */
export async function runControl(
  parts: Parts,
  request: { method: string; path: string; body: string },
): Promise<object> {
  const control = CONTROLS[`${request.method} ${request.path}`];
  if (!control) {
    throw new ApiError(404, {
      type: "invalid_request_error",
      message: "Unknown control.",
    });
  }
  try {
    return await control(parts, request.body === "" ? {} : JSON.parse(request.body));
  } catch (error) {
    if (error instanceof z.ZodError) throw invalidRequest(z.prettifyError(error));
    if (error instanceof SyntaxError) throw invalidRequest("The body is not valid JSON.");
    throw error;
  } finally {
    parts.webhooks.wake();
  }
}
