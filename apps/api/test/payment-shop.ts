import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Db } from "@studbook/db/client";
import { findUserById } from "@studbook/db/queries/users";
import { createAd, createUser } from "@studbook/db/test/factories";
import { listAttemptsOf, listPaymentsOf } from "@studbook/db/test/list-payments";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import type { Tier } from "@studbook/domain/plans";
import { controlSandbox, type SandboxControls } from "@studbook/stripe-sandbox/sandbox-controls";
import { type RunningSandbox, startSandbox } from "@studbook/stripe-sandbox/start-sandbox";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import type Stripe from "stripe";
import { afterAll, beforeAll } from "vitest";
import type { AppParts } from "../src/app.ts";
import type { Config } from "../src/config.ts";
import { openPayments, type PaymentParts } from "../src/payments/payment-parts.ts";
import { createStripe } from "../src/payments/stripe-client.ts";
import { buildTestApp, signInAs, testConfig } from "./test-app.ts";

export type ShopResponse = { status: number; json: Record<string, unknown>; ms: number };

/** The membership that a new customer starts with; null for none. */
export type InitialMembership = { tier: Tier; until: Date } | null;

export type Customer = { id: string; cookie: string };

/** A server with its own database and Stripe sandbox, for the tests of one file. */
export class Shop {
  readonly test: TestDb;
  readonly app: FastifyInstance;
  readonly sandbox: RunningSandbox;
  readonly controls: SandboxControls;
  readonly config: Config;
  /** Stripe's SDK with the secret key, connected to the sandbox. */
  readonly stripe: Stripe;

  constructor(parts: Pick<Shop, "test" | "app" | "sandbox" | "controls" | "config" | "stripe">) {
    this.test = parts.test;
    this.app = parts.app;
    this.sandbox = parts.sandbox;
    this.controls = parts.controls;
    this.config = parts.config;
    this.stripe = parts.stripe;
  }

  get db(): Db {
    return this.test.db;
  }

  /** Creates a signed-in user. */
  async customer(membership: InitialMembership = null, ads = 0): Promise<Customer> {
    const { id } = await createUser(this.db, {
      membershipTier: membership?.tier ?? null,
      membershipExpiresAt: membership?.until ?? null,
    });
    for (let n = 0; n < ads; n++) await createAd(this.db, id);
    return { id, cookie: await signInAs(this.db, id) };
  }

  async post(cookie: string, url: string, payload: object): Promise<ShopResponse> {
    const startedAt = performance.now();
    const response = await this.app.inject({ method: "POST", url, headers: { cookie }, payload });
    return {
      status: response.statusCode,
      json: response.json(),
      ms: performance.now() - startedAt,
    };
  }

  createIntent(
    { cookie }: Customer,
    membershipTier: Tier,
    couponCode?: string,
  ): Promise<ShopResponse> {
    const choice = couponCode === undefined ? { membershipTier } : { membershipTier, couponCode };
    return this.post(cookie, "/api/create-payment-intent", choice);
  }

  confirm(
    { cookie }: Customer,
    paymentIntentId: string,
    membershipTier: Tier,
  ): Promise<ShopResponse> {
    return this.post(cookie, "/api/confirm-membership", { paymentIntentId, membershipTier });
  }

  /** Charges a card like the browser would, without confirming the membership. */
  async charge(intentId: string, card = "pm_card_visa"): Promise<Stripe.PaymentIntent> {
    return await this.stripe.paymentIntents.confirm(intentId, { payment_method: card });
  }

  /** Creates and charges an intent without confirming it. Returns the intent's ID. */
  async chargedIntent(customer: Customer, tier: Tier, couponCode?: string): Promise<string> {
    const intentId = intentIdOf(await this.createIntent(customer, tier, couponCode));
    await this.charge(intentId);
    return intentId;
  }

  /** Buys a year: creates, charges and confirms an intent. Returns the intent's ID. */
  async buy(customer: Customer, tier: Tier, couponCode?: string): Promise<string> {
    const intentId = await this.chargedIntent(customer, tier, couponCode);
    const { status, json } = await this.confirm(customer, intentId, tier);
    if (status !== 200) throw new Error(`The purchase failed: ${JSON.stringify(json)}`);
    return intentId;
  }

  /** Returns 'basic until 2027-01-01', or 'none'. */
  async membership({ id }: Customer): Promise<string> {
    const user = await findUserById(this.db, id);
    if (!user?.membershipTier) return "none";
    return `${user.membershipTier} until ${user.membershipExpiresAt?.toISOString().slice(0, 10)}`;
  }

  payments({ id }: Customer) {
    return listPaymentsOf(this.db, id);
  }

  attempts({ id }: Customer) {
    return listAttemptsOf(this.db, id);
  }

  /**
   * Sends an event to the webhook.
   *
   * @param options.at the time of the signature, in ms
   * @param options.alter changes the body after it was signed
   * @param options.app a server other than the shop's
   */
  async send(
    event: object | string,
    options: {
      at?: number;
      secret?: string;
      alter?: (body: string) => string;
      app?: FastifyInstance;
    } = {},
  ): Promise<ShopResponse> {
    const body = typeof event === "string" ? event : JSON.stringify(event);
    const { at = Date.now(), secret = this.config.stripe.webhookSecret ?? "", alter } = options;
    const signature = this.stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: Math.floor(at / 1000),
    });
    const startedAt = performance.now();
    const response = await (options.app ?? this.app).inject({
      method: "POST",
      url: "/api/stripe/webhook",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      payload: alter ? alter(body) : body,
    });
    return {
      status: response.statusCode,
      json: response.json(),
      ms: performance.now() - startedAt,
    };
  }

  /** Lists Stripe's events about an intent so far, oldest first. */
  async events(intentId: string): Promise<Stripe.Event[]> {
    const found: Stripe.Event[] = [];
    for await (const event of this.stripe.events.list({ limit: 20 })) {
      if (!JSON.stringify(event.data.object).includes(intentId)) continue;
      found.unshift(event);
      if (event.type === "payment_intent.created") break;
    }
    return found;
  }
}

/** Opens the payments of a shop, for operations without a request. */
export function partsOf({ db, stripe }: Shop): PaymentParts {
  const logger = pino({ level: "silent" });
  return openPayments({ db, stripe, logger, enqueue: async () => undefined });
}

/** Returns the ID of the intent in a response's client secret. */
export function intentIdOf({ json }: Pick<ShopResponse, "json">): string {
  const { clientSecret } = json;
  if (typeof clientSecret !== "string") throw new Error(`No secret: ${JSON.stringify(json)}`);
  return clientSecret.replace(/_secret_.*$/, "");
}

function configFor(sandbox: RunningSandbox): Config {
  const config = testConfig();
  const settings = { apiUrl: sandbox.url, port: sandbox.port };
  return { ...config, stripe: { ...config.stripe, sandbox: settings } };
}

/** Opens a shop before the first test of a file and closes it after the last one. Returns a getter. */
export function useShop(
  options: { poolSize?: number; parts?: Partial<AppParts> } = {},
): () => Shop {
  let shop: Shop | undefined;
  let stateDir: string | undefined;
  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), `studbook-shop-${randomUUID().slice(0, 8)}-`));
    const [test, sandbox] = await Promise.all([
      createTestDb(options.poolSize ? { poolSize: options.poolSize } : {}),
      startSandbox({ stateDir }),
    ]);
    const config = configFor(sandbox);
    const stripe = createStripe(config.stripe);
    const app = await buildTestApp(test.db, { config, stripe, ...options.parts });
    const controls = controlSandbox(sandbox.url);
    shop = new Shop({ test, app, sandbox, controls, config, stripe });
  });
  afterAll(async () => {
    await shop?.app.close();
    await shop?.sandbox.close();
    await shop?.test.drop();
    if (stateDir) await rm(stateDir, { recursive: true, force: true });
  });
  return () => {
    if (!shop) throw new Error("The shop is not open yet");
    return shop;
  };
}
