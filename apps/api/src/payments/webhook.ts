import type { FastifyInstance } from "fastify";
import type Stripe from "stripe";
import { webhookOutcomes } from "../metrics/metrics.ts";
import { applyEvent } from "./apply-event.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { verifyWebhook } from "./verify-webhook.ts";

const BODY_BYTES = 1024 * 1024;

export type WebhookParts = {
  payments: PaymentParts;
  webhooks: Stripe["webhooks"];
  /** The endpoint's signing secret; without one every webhook is refused. */
  webhookSecret: string | undefined;
  clock: () => Date;
};

/**
 * `POST /api/stripe/webhook`: 200 once an event has had its effects, also for one that came before or
 * means nothing here; 400 for what the provider has not signed; otherwise a failure, so that it is
 * sent again.
 */
export async function registerWebhook(app: FastifyInstance, parts: WebhookParts): Promise<void> {
  const { payments, webhooks, webhookSecret, clock } = parts;
  app.removeAllContentTypeParsers();
  // The signature is of the bytes, so they must come as they are.
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.post("/stripe/webhook", { bodyLimit: BODY_BYTES }, async (request) => {
    let outcome = "refused";
    try {
      const event = verifyWebhook(webhooks, {
        body: request.body,
        signature: String(request.headers["stripe-signature"] ?? ""),
        secret: webhookSecret,
        now: clock(),
      });
      outcome = "failed";
      await payments.reach("webhook-verified");
      outcome = (await applyEvent(payments, event)) ? "applied" : "unchanged";
      return { received: true };
    } finally {
      webhookOutcomes.inc({ outcome });
    }
  });
}
