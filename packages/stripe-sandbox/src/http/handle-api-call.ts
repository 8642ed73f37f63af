import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type Stripe from "stripe";
import type { Parts } from "../parts.ts";
import { routes } from "../routes.ts";
import { newId } from "../state/new-id.ts";
import { ApiError } from "./api-error.ts";
import { authorize } from "./authorize.ts";
import { expand } from "./expand.ts";
import { type Fault, faultError } from "./fault.ts";
import { parseForm, type Tree } from "./form.ts";
import { fingerprintRequest, type SavedResponse } from "./idempotency.ts";
import { findRoute, type Route } from "./route.ts";

/** Undefined means that the connection is cut without a response. */
export type ApiResponse = (SavedResponse & { headers: Record<string, string> }) | undefined;

type Target = { path: string; query: string; body: string; origin: string };
type Prepared = { route: Route; id: string; params: { [key: string]: Tree }; faults: Fault[] };

/** Handles a Stripe API call and applies the faults that match it. */
export async function handleApiCall(
  parts: Parts,
  request: IncomingMessage,
  target: Target,
): Promise<ApiResponse> {
  const method = request.method ?? "GET";
  const requestId = newId("req");
  const headers = { "request-id": requestId, "stripe-version": parts.version };
  const faults = parts.faults.take(method, target.path);
  try {
    for (const fault of faults) {
      if (fault.when === "after") continue;
      if (fault.kind === "drop") return undefined;
      if (fault.kind === "error") throw faultError(fault.status);
    }
    checkVersion(request.headers["stripe-version"], parts.version);
    const found = findRoute(routes, method, target.path);
    if (!found) {
      throw new ApiError(404, {
        type: "invalid_request_error",
        message: `Unrecognized request URL (${method}: ${target.path}).`,
      });
    }
    const params = parseForm(method === "POST" ? target.body : target.query);
    const access = authorize(request, found.route, params);
    // Not for pages: they send card numbers, and even a hash of those must not be stored.
    const isKeyed = method === "POST" && access === "secret";
    const key = isKeyed ? request.headers["idempotency-key"] : undefined;
    const call = { ...found, params, faults };
    const response = await withKey(parts, call, target, {
      access,
      key: typeof key === "string" ? key : null,
      requestId,
    });
    await wait(parts, faults, "after");
    if (faults.some(({ kind, when }) => kind === "drop" && when === "after")) return undefined;
    return { ...response, headers: { ...headers, ...response.headers } };
  } catch (error) {
    if (error instanceof ApiError) return { ...render(error), headers };
    // Closing the sandbox aborts delays.
    if (parts.closing.aborted && error instanceof Error && error.name === "AbortError") return;
    throw error;
  }
}

type Caller = { access: "secret" | "publishable"; key: string | null; requestId: string };

async function withKey(parts: Parts, call: Prepared, target: Target, caller: Caller) {
  const { key } = caller;
  const fingerprint = fingerprintRequest(call.route.method, target.path, target.body);
  const acquired = key === null ? undefined : parts.keys.acquire(key, fingerprint);
  if (acquired?.replay) return { ...acquired.replay, headers: { "idempotent-replayed": "true" } };
  try {
    await wait(parts, call.faults, "before");
    return parts.store.transaction(() => {
      const response = execute(parts, call, target, caller);
      if (key !== null) parts.keys.save(key, fingerprint, response);
      return response;
    });
  } finally {
    acquired?.release();
    parts.webhooks.wake();
  }
}

function execute(parts: Parts, call: Prepared, { origin }: Target, caller: Caller) {
  const { expand: paths, ...params } = call.params;
  const publishable = caller.access === "publishable";
  const sandbox = {
    store: parts.store,
    clock: parts.clock,
    origin,
    onEvent: parts.onEvent,
    request: { id: caller.requestId, idempotency_key: caller.key },
  };
  const wanted = Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : [];
  const result = call.route.handle({ sandbox, id: call.id, params, publishable });
  const failure = call.faults.find(({ kind, when }) => kind === "error" && when === "after");
  if (failure?.kind === "error") {
    return { ...render(faultError(failure.status)), headers: { "stripe-should-retry": "false" } };
  }
  if (result instanceof ApiError) return { ...render(result, publishable), headers: {} };
  const body = expand(parts.store, publishable ? redactForPage(result) : result, wanted);
  return { status: 200, body: JSON.stringify(body, null, 2), headers: {} };
}

function render({ status, body }: ApiError, publishable = false): SavedResponse {
  const intent = body.payment_intent;
  const error = intent && publishable ? { ...body, payment_intent: redactForPage(intent) } : body;
  return { status, body: JSON.stringify({ error }, null, 2) };
}

async function wait(parts: Parts, faults: readonly Fault[], when: Fault["when"]): Promise<void> {
  for (const fault of faults) {
    if (fault.kind !== "delay" || fault.when !== when) continue;
    await delay(fault.ms, undefined, { signal: parts.closing });
  }
}

function checkVersion(requested: string | string[] | undefined, supported: string): void {
  if (requested === undefined || requested === supported) return;
  throw new ApiError(400, {
    type: "invalid_request_error",
    message: `Invalid Stripe API version: ${requested}. The sandbox only supports ${supported}.`,
  });
}

const HIDDEN_FROM_PAGES: readonly string[] = [
  "amount_capturable",
  "amount_received",
  "application",
  "application_fee_amount",
  "customer",
  "customer_account",
  "latest_charge",
  "metadata",
  "on_behalf_of",
  "payment_method_options",
  "review",
  "statement_descriptor",
  "statement_descriptor_suffix",
  "transfer_data",
  "transfer_group",
] satisfies (keyof Stripe.PaymentIntent)[];

/** Removes the fields of an intent that Stripe does not show to a page. */
function redactForPage(object: object): object {
  if (!("object" in object) || object.object !== "payment_intent") return object;
  return Object.fromEntries(
    Object.entries(object).filter(([name]) => !HIDDEN_FROM_PAGES.includes(name)),
  );
}
