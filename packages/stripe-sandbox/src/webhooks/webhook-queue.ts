import { createHmac } from "node:crypto";
import type Stripe from "stripe";
import type { Store } from "../state/store.ts";
import { type Delivery, insertDelivery, listPending, saveDelivery } from "./delivery-log.ts";
import type { WebhookRule, WebhookRules } from "./webhook-rules.ts";

/** Where events are sent, and the secret that signs them. */
export type Endpoint = { url: string; secret: string };

const FIRST_RETRY_DELAY_MS = 250;
const MAX_RETRY_DELAY_MS = 60_000;
const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000;
const RESPONSE_TIMEOUT_MS = 10_000;
const MAX_CONCURRENT = 10;

/** Delivers events and retries until the endpoint returns 2xx. Pending deliveries survive a restart. */
export class WebhookQueue {
  endpoint: Endpoint | undefined;
  readonly #store: Store;
  readonly #rules: WebhookRules;
  readonly #clock: () => Date;
  readonly #running = new Map<number, Promise<void>>();
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: { store: Store; rules: WebhookRules; clock: () => Date }) {
    this.#store = parts.store;
    this.#rules = parts.rules;
    this.#clock = parts.clock;
  }

  /** Queues an event in the transaction that created it. Call {@link wake} after the commit. */
  add(event: Stripe.Event): void {
    if (!this.endpoint) return;
    const rule: WebhookRule | undefined = this.#rules.take(event.type);
    const due = Date.now() + (rule?.action === "delay" ? rule.ms : 0);
    insertDelivery(this.#store, event.id, rule?.action === "lose" ? "lost" : "pending", due);
    if (rule?.action === "duplicate") insertDelivery(this.#store, event.id, "pending", due);
  }

  /** Sends due deliveries and sets a timer for the next one. */
  wake(): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted || !this.endpoint) return;
    const waiting = listPending(this.#store).filter(({ seq }) => !this.#running.has(seq));
    const now = Date.now();
    for (const delivery of waiting) {
      if (delivery.next_at > now) {
        this.#timer = setTimeout(() => this.wake(), delivery.next_at - now);
        return;
      }
      if (this.#running.size >= MAX_CONCURRENT) return;
      this.#start(delivery);
    }
  }

  /** Sends an event again now. Returns the endpoint's status, or null if it did not respond. */
  async resend(event: Stripe.Event): Promise<number | null> {
    const delivery = insertDelivery(this.#store, event.id, "lost", Date.now());
    await this.#start(delivery);
    return delivery.attempts.at(-1)?.status ?? null;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#closing.abort();
    await Promise.all(this.#running.values());
  }

  #start(delivery: Delivery): Promise<void> {
    const run = this.#attempt(delivery).finally(() => {
      this.#running.delete(delivery.seq);
      this.wake();
    });
    this.#running.set(delivery.seq, run);
    return run;
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const at = Date.now();
    const event = this.#store.find("event", delivery.event);
    if (!event || !this.endpoint) return;
    const outcome = await this.#post(event, this.endpoint);
    // The result of an aborted attempt is unknown, so it is repeated after the next start.
    if (this.#closing.signal.aborted) return;
    delivery.attempts.push({ at, ...outcome });
    const isAccepted = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const first = delivery.attempts[0]?.at ?? at;
    if (isAccepted) delivery.state = "delivered";
    else if (delivery.state === "pending" && at - first > GIVE_UP_AFTER_MS)
      delivery.state = "given_up";
    const wait = FIRST_RETRY_DELAY_MS * 2 ** Math.min(delivery.attempts.length - 1, 20);
    delivery.next_at = Date.now() + Math.min(wait, MAX_RETRY_DELAY_MS);
    saveDelivery(this.#store, delivery);
    if (isAccepted) this.#store.put("event", { ...event, pending_webhooks: 0 });
  }

  async #post(event: Stripe.Event, { url, secret }: Endpoint) {
    const payload = JSON.stringify(event, null, 2);
    const seconds = Math.floor(this.#clock().getTime() / 1000);
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Stripe-Signature": signPayload(payload, secret, seconds),
          "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
        body: payload,
        redirect: "manual",
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return { status: response.status, error: null };
    } catch (error) {
      return { status: null, error: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** Returns a `Stripe-Signature` header: https://docs.stripe.com/webhooks#verify-manually */
function signPayload(payload: string, secret: string, seconds: number): string {
  const signature = createHmac("sha256", secret).update(`${seconds}.${payload}`).digest("hex");
  return `t=${seconds},v1=${signature}`;
}
