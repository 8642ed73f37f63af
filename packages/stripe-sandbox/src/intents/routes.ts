import type Stripe from "stripe";
import { z } from "zod";
import { invalidRequest } from "../http/api-error.ts";
import { LIST_PARAMS, listPage } from "../http/list-page.ts";
import { readParams, trueOrFalse } from "../http/read-params.ts";
import type { Call, Route } from "../http/route.ts";
import { getObject } from "../sandbox.ts";
import { cancelIntent } from "./cancel-intent.ts";
import { answerChallenge } from "./challenge.ts";
import { confirmIntent } from "./confirm-intent.ts";
import { createIntent } from "./create-intent.ts";
import { CancelIntent, ConfirmIntent, CreateIntent, UpdateIntent } from "./intent-params.ts";
import { updateIntent } from "./update-intent.ts";

const RetrieveIntent = z.strictObject({ client_secret: z.string().optional() });
const ListIntents = z.strictObject({ ...LIST_PARAMS, customer: z.string().optional() });
const Answer = z.strictObject({ passed: trueOrFalse });

/** @throws ApiError 404 if the intent is unknown, 400 if the client secret is missing or wrong. */
function getIntent(call: Call, clientSecret: string | undefined): Stripe.PaymentIntent {
  const intent = getObject(call.sandbox, "payment_intent", call.id);
  if (clientSecret === undefined && call.publishable) {
    throw invalidRequest("Missing required param: client_secret.", {
      code: "parameter_missing",
      param: "client_secret",
    });
  }
  if (clientSecret === undefined || clientSecret === intent.client_secret) return intent;
  throw invalidRequest(
    "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
    { code: "payment_intent_invalid_parameter", param: "client_secret" },
  );
}

export const intentRoutes: readonly Route[] = [
  {
    method: "POST",
    path: "/v1/payment_intents",
    access: "secret",
    handle: ({ sandbox, params }) => createIntent(sandbox, readParams(CreateIntent, params)),
  },
  {
    method: "GET",
    path: "/v1/payment_intents",
    access: "secret",
    handle({ sandbox, params }) {
      const filters = readParams(ListIntents, params);
      const all = sandbox.store
        .list("payment_intent")
        .filter(({ customer }) => !filters.customer || customer === filters.customer);
      return listPage(all, filters, "/v1/payment_intents");
    },
  },
  {
    method: "GET",
    path: "/v1/payment_intents/:id",
    access: "publishable",
    handle: (call) => getIntent(call, readParams(RetrieveIntent, call.params).client_secret),
  },
  {
    method: "POST",
    path: "/v1/payment_intents/:id",
    access: "secret",
    handle: (call) =>
      updateIntent(call.sandbox, getIntent(call, undefined), readParams(UpdateIntent, call.params)),
  },
  {
    method: "POST",
    path: "/v1/payment_intents/:id/confirm",
    access: "publishable",
    handle(call) {
      const params = readParams(ConfirmIntent, call.params);
      return confirmIntent(call.sandbox, getIntent(call, params.client_secret), params);
    },
  },
  {
    method: "POST",
    path: "/v1/payment_intents/:id/cancel",
    access: "secret",
    handle(call) {
      const { cancellation_reason: reason } = readParams(CancelIntent, call.params);
      return cancelIntent(call.sandbox, getIntent(call, undefined), reason);
    },
  },
  {
    method: "POST",
    path: "/v1/challenges/:id/answer",
    access: "publishable",
    handle({ sandbox, id, params }) {
      return answerChallenge(sandbox, id, readParams(Answer, params).passed);
    },
  },
];
