import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Parts } from "../parts.ts";
import { routes } from "../routes.ts";
import { newId } from "../state/new-id.ts";
import { ApiError } from "./api-error.ts";
import { authorise } from "./authorise.ts";
import { expand } from "./expand.ts";
import { failWith } from "./fail-with.ts";
import type { Fault } from "./fault.ts";
import { forPage } from "./for-page.ts";
import { parseForm, type Tree } from "./form.ts";
import { fingerprintOfCall, type SavedAnswer } from "./idempotency.ts";
import { findRoute, type Route } from "./route.ts";

/** What a call is answered with; no answer means that the connection is cut. */
export type Answer = (SavedAnswer & { headers: Record<string, string> }) | undefined;

type Target = { path: string; query: string; body: string; origin: string };
type Prepared = { route: Route; id: string; params: { [key: string]: Tree }; faults: Fault[] };

/** Answers a call of Stripe's interface, with whatever fault was ordered for it. */
export async function answerApi(
  parts: Parts,
  request: IncomingMessage,
  target: Target,
): Promise<Answer> {
  const method = request.method ?? "GET";
  const requestId = newId("req");
  const headers = { "request-id": requestId, "stripe-version": parts.version };
  const faults = parts.faults.take(method, target.path);
  try {
    for (const fault of faults) {
      if (fault.when === "after") continue;
      if (fault.kind === "drop") return undefined;
      if (fault.kind === "answer") throw failWith(fault.status);
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
    const access = authorise(request, found.route, params);
    // Not for pages: even a hash of what they send would stand for a card's number.
    const isKeyed = method === "POST" && access === "secret";
    const key = isKeyed ? request.headers["idempotency-key"] : undefined;
    const call = { ...found, params, faults };
    const answer = await withKey(parts, call, target, {
      access,
      key: typeof key === "string" ? key : null,
      requestId,
    });
    await wait(parts, faults, "after");
    if (faults.some(({ kind, when }) => kind === "drop" && when === "after")) return undefined;
    return { ...answer, headers: { ...headers, ...answer.headers } };
  } catch (error) {
    if (error instanceof ApiError) return { ...render(error), headers };
    // Our own end cuts a delay short.
    if (parts.closing.aborted && error instanceof Error && error.name === "AbortError") return;
    throw error;
  }
}

type Caller = { access: "secret" | "publishable"; key: string | null; requestId: string };

async function withKey(parts: Parts, call: Prepared, target: Target, caller: Caller) {
  const { key } = caller;
  const fingerprint = fingerprintOfCall(call.route.method, target.path, target.body);
  const taken = key === null ? undefined : parts.keys.take(key, fingerprint);
  if (taken?.replay) return { ...taken.replay, headers: { "idempotent-replayed": "true" } };
  try {
    await wait(parts, call.faults, "before");
    return parts.store.transaction(() => {
      const answer = execute(parts, call, target, caller);
      if (key !== null) parts.keys.save(key, fingerprint, answer);
      return answer;
    });
  } finally {
    taken?.release();
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
  const failure = call.faults.find(({ kind, when }) => kind === "answer" && when === "after");
  if (failure?.kind === "answer") {
    return { ...render(failWith(failure.status)), headers: { "stripe-should-retry": "false" } };
  }
  if (result instanceof ApiError) return { ...render(result, publishable), headers: {} };
  const body = expand(parts.store, publishable ? forPage(result) : result, wanted);
  return { status: 200, body: JSON.stringify(body, null, 2), headers: {} };
}

function render({ status, body }: ApiError, publishable = false): SavedAnswer {
  const intent = body.payment_intent;
  const error = intent && publishable ? { ...body, payment_intent: forPage(intent) } : body;
  return { status, body: JSON.stringify({ error }, null, 2) };
}

async function wait(parts: Parts, faults: readonly Fault[], when: Fault["when"]): Promise<void> {
  for (const fault of faults) {
    if (fault.kind !== "delay" || fault.when !== when) continue;
    await delay(fault.ms, undefined, { signal: parts.closing });
  }
}

function checkVersion(asked: string | string[] | undefined, spoken: string): void {
  if (asked === undefined || asked === spoken) return;
  throw new ApiError(400, {
    type: "invalid_request_error",
    message: `Invalid Stripe API version: ${asked}. The sandbox speaks ${spoken} alone.`,
  });
}
