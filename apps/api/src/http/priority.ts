import type { FastifyRequest } from "fastify";
import { isbot } from "isbot";
import { kindOf, type RequestKind } from "./request-kind.ts";

/**
 * What a request is for, in the order in which requests are refused under overload: crawlers first, then reads. Health
 * checks are never refused.
 */
export type Priority = "health" | "payment" | "sign-in" | "change" | "read" | "crawler";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Stripe's events, and the confirmation of a payment that has been made. */
const PAYMENTS = new Set([
  "/api/stripe/webhook",
  "/api/confirm-membership",
  "payments.confirmMembership",
]);
const SIGN_IN = new Set(["/api/login", "auth.login"]);

/** Decided by the route, like `kindOf`. */
export function priorityOf(request: FastifyRequest): Priority {
  if (kindOf(request) === "probe") return "health";
  if (READS.has(request.method)) {
    return readPriorityOf(kindOf(request), request.headers["user-agent"]);
  }
  const call = callOf(request);
  if (PAYMENTS.has(call)) return "payment";
  return SIGN_IN.has(call) ? "sign-in" : "change";
}

/** Programs that call the API often look like crawlers, so only those that load pages are. */
export function readPriorityOf(kind: RequestKind, userAgent = ""): "read" | "crawler" {
  return kind === "page" && isbot(userAgent) ? "crawler" : "read";
}

/** The name of the procedure under /trpc, otherwise the route. */
function callOf({ routeOptions, params }: FastifyRequest): string {
  const isNamed = typeof params === "object" && params !== null && "path" in params;
  return isNamed ? String(params.path) : (routeOptions.url ?? "");
}
