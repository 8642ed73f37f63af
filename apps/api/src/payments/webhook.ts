import { DomainError } from "@studbook/domain/errors";
import { z } from "@studbook/domain/schemas/z";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type Stripe from "stripe";
import type { ReadBody } from "../http/read-body.ts";
import { releaseSlot } from "../http/request-slots.ts";
import { webhookOutcomes } from "../metrics/metrics.ts";
import { describeCall } from "../openapi/call.ts";
import { applyEvent } from "./apply-event.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { badSignature, readWrongTime, verifyWebhook, wrongTime } from "./verify-webhook.ts";

const BODY_BYTES = 1024 * 1024;
const HINT_INTERVAL_MS = 60_000;

const WRONG_TIME =
  "rejected a webhook because Stripe's time and the database's differ by more than 300 s; check the clocks with `studbook check`";
const NO_SECRET = "rejected a webhook because STRIPE_WEBHOOK_SECRET is not set";
const WRONG_SIGNATURE =
  "rejected a webhook that was not signed with STRIPE_WEBHOOK_SECRET; if Stripe sent it, copy the endpoint's signing secret again";

export type WebhookParts = {
  payments: PaymentParts;
  webhooks: Stripe["webhooks"];
  /** The endpoint's signing secret. All webhooks are rejected if undefined. */
  webhookSecret: string | undefined;
  readBody: ReadBody;
  /** The database's clock. */
  clock: () => Date;
};

const receive = describeCall({
  id: "payments.webhook",
  tag: "Payments",
  summary: "Receive a Stripe event",
  description:
    "For Stripe's servers only. Requests must have a valid signature. Duplicate and irrelevant events also return a 200. Stripe retries after any other status.",
  who: "anyone",
  errors: [badSignature(), "BAD_REQUEST", "UNSUPPORTED_MEDIA_TYPE", "PROVIDER_UNAVAILABLE", "BUSY"],
  parameters: [
    {
      name: "Stripe-Signature",
      in: "header",
      required: true,
      description: "Stripe's signature of the raw body, at most five minutes old.",
      schema: { type: "string" },
    },
  ],
  body: {
    required: true,
    content: {
      "application/json": {
        schema: {
          type: "object",
          description: "A Stripe event.",
          properties: {
            id: { type: "string", description: "The ID of the event." },
            type: { type: "string", description: "What happened." },
            data: {
              type: "object",
              description: "What it happened to.",
              properties: {
                object: { type: "object", description: "The payment intent, charge or dispute." },
              },
            },
          },
          required: ["id", "type", "data"],
          additionalProperties: true,
        },
        example: {
          id: "evt_123",
          object: "event",
          type: "payment_intent.succeeded",
          data: { object: { id: "pi_123", object: "payment_intent" } },
        },
      },
    },
  },
  output: z.object({
    received: z.literal(true).meta({ description: "Always true; a failure is an error" }),
  }),
  response: { description: "The event was processed.", example: { received: true } },
});

/**
 * Adds `POST /api/stripe/webhook`. It responds with 200 if an event was applied now or before or is irrelevant, with 400 if
 * the signature is invalid, and otherwise with an error, so that Stripe sends the event again.
 */
export async function registerWebhook(app: FastifyInstance, parts: WebhookParts): Promise<void> {
  const { payments, webhooks, webhookSecret, clock, readBody } = parts;
  app.removeAllContentTypeParsers();
  // The signature covers the raw bytes, so the body must not be parsed.
  app.addContentTypeParser("application/json", (request: FastifyRequest) =>
    readBody(request, BODY_BYTES),
  );

  const nextHintAt = new Map<string, number>();

  /** Logs each reason once a minute, because anybody can cause it. */
  function hint(request: FastifyRequest, message: string, fields: object = {}): void {
    if (performance.now() < (nextHintAt.get(message) ?? 0)) return;
    nextHintAt.set(message, performance.now() + HINT_INTERVAL_MS);
    request.log.warn(fields, message);
  }

  function verify(request: FastifyRequest): Stripe.Event {
    const now = clock();
    const signed = {
      body: request.body,
      signature: String(request.headers["stripe-signature"] ?? ""),
      secret: webhookSecret,
      now,
    };
    try {
      return verifyWebhook(webhooks, signed);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "BAD_SIGNATURE") throw error;
      const signedAt = readWrongTime(webhooks, signed);
      if (signedAt) hint(request, WRONG_TIME, { signedAt, databaseTime: now });
      else hint(request, webhookSecret === undefined ? NO_SECRET : WRONG_SIGNATURE);
      throw signedAt ? wrongTime() : error;
    }
  }

  app.post("/stripe/webhook", { ...receive, bodyLimit: BODY_BYTES }, async (request, reply) => {
    let outcome = "refused";
    try {
      const event = verify(request);
      outcome = "failed";
      // The handler calls Stripe, and other requests must not wait for that.
      releaseSlot(reply);
      await payments.onFailPoint("webhook-verified");
      outcome = (await applyEvent(payments, event)) ? "applied" : "unchanged";
      return { received: true };
    } finally {
      webhookOutcomes.inc({ outcome });
    }
  });
}
