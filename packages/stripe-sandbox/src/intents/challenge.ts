import type Stripe from "stripe";
import { recordIntentEvent } from "../events/record-event.ts";
import { resourceMissing } from "../http/api-error.ts";
import { getObject, type Sandbox } from "../sandbox.ts";
import type { Challenge } from "../state/kinds.ts";
import { newId } from "../state/new-id.ts";
import type { Confirm } from "./intent-params.ts";
import { failAuthentication, succeedIntent } from "./settle-intent.ts";

/** Puts the intent into `requires_action` until the cardholder answers a 3D Secure challenge. */
export function askForAuthentication(
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  params: Confirm,
): Stripe.PaymentIntent {
  const challenge: Challenge = {
    id: newId("payatt"),
    payment_intent: intent.id,
    payment_method: method.id,
    return_url: params.return_url ?? null,
  };
  sandbox.store.put("challenge", challenge);
  const url = `${sandbox.origin}/v3/authenticate?challenge=${challenge.id}`;
  const byRedirect = params.return_url !== undefined && !params.use_stripe_sdk;
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: null,
    next_action: byRedirect
      ? {
          type: "redirect_to_url",
          redirect_to_url: { return_url: challenge.return_url, url },
        }
      : {
          type: "use_stripe_sdk",
          use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url, source: challenge.id },
        },
    status: "requires_action",
  };
  sandbox.store.put("payment_intent", waiting);
  recordIntentEvent(sandbox, "payment_intent.requires_action", waiting);
  return waiting;
}

/**
 * Charges the card or fails the authentication. Changes nothing if the intent no longer waits for this
 * challenge.
 *
 * @throws ApiError 404 if the challenge is unknown or already answered.
 */
export function answerChallenge(
  sandbox: Sandbox,
  id: string,
  passed: boolean,
): { object: "challenge"; return_url: string | null } {
  const challenge = sandbox.store.find("challenge", id);
  if (!challenge) throw resourceMissing("challenge", id);
  sandbox.store.remove("challenge", id);
  const intent = getObject(sandbox, "payment_intent", challenge.payment_intent);
  const isOpen =
    intent.status === "requires_action" && intent.payment_method === challenge.payment_method;
  if (isOpen && !passed) failAuthentication(sandbox, intent);
  if (isOpen && passed) {
    const method = getObject(sandbox, "payment_method", challenge.payment_method);
    succeedIntent(sandbox, intent, method, { authenticated: true });
  }
  const url = challenge.return_url === null ? null : new URL(challenge.return_url);
  url?.searchParams.set("payment_intent", intent.id);
  url?.searchParams.set("payment_intent_client_secret", intent.client_secret ?? "");
  url?.searchParams.set("redirect_status", passed ? "succeeded" : "failed");
  return { object: "challenge", return_url: url?.href ?? null };
}
