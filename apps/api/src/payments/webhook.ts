import { z } from "@studbook/domain/schemas/z";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type Stripe from "stripe";
import { leaveTurn } from "../http/fair-turns.ts";
import type { ReadBody } from "../http/read-body.ts";
import { webhookOutcomes } from "../metrics/metrics.ts";
import { describe } from "../openapi/call.ts";
import { applyEvent } from "./apply-event.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { verifyWebhook } from "./verify-webhook.ts";

const BODY_BYTES = 1024 * 1024;

export type WebhookParts = {
  payments: PaymentParts;
  webhooks: Stripe["webhooks"];
  /** The endpoint's signing secret; without one every webhook is refused. */
  webhookSecret: string | undefined;
  readBody: ReadBody;
  clock: () => Date;
};

const receive = describe({
  id: "payments.webhook",
  tag: "Payments",
  summary: "Receive a Stripe event",
  description:
    "For Stripe's servers, which sign what they send. An event that came before or means nothing here is a 200 too; anything but a 200 is sent again.",
  who: "anyone",
  errors: [
    "BAD_SIGNATURE",
    "BAD_REQUEST",
    "UNSUPPORTED_MEDIA_TYPE",
    "PROVIDER_UNAVAILABLE",
    "BUSY",
  ],
  parameters: [
    {
      name: "Stripe-Signature",
      in: "header",
      required: true,
      description: "The signature of exactly these bytes, at most five minutes old.",
      schema: { type: "string" },
    },
  ],
  body: {
    required: true,
    content: {
      "application/json": {
        schema: {
          type: "object",
          description: "An event as Stripe documents it.",
          properties: {
            id: { type: "string" },
            type: { type: "string" },
            data: { type: "object", properties: { object: { type: "object" } } },
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
  output: z.object({ received: z.literal(true) }),
  answer: { description: "It has had its effects.", example: { received: true } },
});

/**
 * `POST /api/stripe/webhook`: 200 once an event has had its effects, also for one that came before or
 * means nothing here; 400 for what the provider has not signed; otherwise a failure, so that it is
 * sent again.
 */
export async function registerWebhook(app: FastifyInstance, parts: WebhookParts): Promise<void> {
  const { payments, webhooks, webhookSecret, clock, readBody } = parts;
  app.removeAllContentTypeParsers();
  // The signature is of the bytes, so they must come as they are.
  app.addContentTypeParser("application/json", (request: FastifyRequest) =>
    readBody(request, BODY_BYTES),
  );
  app.post("/stripe/webhook", { ...receive, bodyLimit: BODY_BYTES }, async (request, reply) => {
    let outcome = "refused";
    try {
      const event = verifyWebhook(webhooks, {
        body: request.body,
        signature: String(request.headers["stripe-signature"] ?? ""),
        secret: webhookSecret,
        now: clock(),
      });
      outcome = "failed";
      // It asks the provider, and visitors need not wait for that.
      leaveTurn(reply);
      await payments.reach("webhook-verified");
      outcome = (await applyEvent(payments, event)) ? "applied" : "unchanged";
      return { received: true };
    } finally {
      webhookOutcomes.inc({ outcome });
    }
  });
}
