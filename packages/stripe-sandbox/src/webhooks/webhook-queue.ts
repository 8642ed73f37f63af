import type Stripe from "stripe";
import type { Store } from "../state/store.ts";
import { type Delivery, insertDelivery, listPending, saveDelivery } from "./delivery-log.ts";
import { signPayload } from "./sign-payload.ts";
import type { WebhookRule, WebhookRules } from "./webhook-rules.ts";

/** Where events go, and what their signature is made with. */
export type Endpoint = { url: string; secret: string };

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 60_000;
const GIVE_UP_MS = 3 * 24 * 3_600_000;
const ANSWER_WITHIN_MS = 10_000;
const AT_ONCE = 10;

/** Brings events to the endpoint, again and again until it answers 2xx. What is left survives a restart. */
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

  /** Takes an event in, in the transaction that made it; {@link wake} after its commit sends it. */
  add(event: Stripe.Event): void {
    if (!this.endpoint) return;
    const rule: WebhookRule | undefined = this.#rules.take(event.type);
    const due = Date.now() + (rule?.action === "delay" ? rule.ms : 0);
    insertDelivery(this.#store, event.id, rule?.action === "lose" ? "lost" : "pending", due);
    if (rule?.action === "duplicate") insertDelivery(this.#store, event.id, "pending", due);
  }

  /** Sends what is due and sets the alarm for the rest. */
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
      if (this.#running.size >= AT_ONCE) return;
      this.#start(delivery);
    }
  }

  /** Sends an event once more, at once. Answers with the endpoint's status, null when there was none. */
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
    // Nothing is known of a try that our own end cut off: it is made again after the start.
    if (this.#closing.signal.aborted) return;
    delivery.attempts.push({ at, ...outcome });
    const isTaken = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const first = delivery.attempts[0]?.at ?? at;
    if (isTaken) delivery.state = "delivered";
    else if (delivery.state === "pending" && at - first > GIVE_UP_MS) delivery.state = "given_up";
    const wait = FIRST_RETRY_MS * 2 ** Math.min(delivery.attempts.length - 1, 20);
    delivery.next_at = Date.now() + Math.min(wait, LONGEST_RETRY_MS);
    saveDelivery(this.#store, delivery);
    if (isTaken) this.#store.put("event", { ...event, pending_webhooks: 0 });
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
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.body?.cancel();
      return { status: response.status, error: null };
    } catch (error) {
      return { status: null, error: error instanceof Error ? error.message : String(error) };
    }
  }
}
