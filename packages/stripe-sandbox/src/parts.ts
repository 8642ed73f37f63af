import type Stripe from "stripe";
import type { Faults } from "./http/fault.ts";
import type { IdempotencyKeys } from "./http/idempotency.ts";
import type { Store } from "./state/store.ts";
import type { WebhookQueue } from "./webhooks/webhook-queue.ts";
import type { WebhookRules } from "./webhooks/webhook-rules.ts";

/** The components of one running sandbox. */
export type Parts = {
  store: Store;
  clock: () => Date;
  version: string;
  faults: Faults;
  keys: IdempotencyKeys;
  rules: WebhookRules;
  webhooks: WebhookQueue;
  onEvent: (event: Stripe.Event) => void;
  /** Aborted when the sandbox closes. */
  closing: AbortSignal;
};
