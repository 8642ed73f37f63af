import { createStudbookClient, type StudbookClient } from "@studbook/client";
import { PUBLISHABLE_KEY } from "@studbook/stripe-sandbox/defaults";
import { controlSandbox, type SandboxControls } from "@studbook/stripe-sandbox/sandbox-controls";
import { createFactories, type Factories } from "./factories.ts";
import { runProduct } from "./run-product.ts";

export type { Member } from "./factories.ts";

/** A running Studbook that contains only the two sample ads. */
export type Studbook = Factories & {
  /** `http://127.0.0.1:{port}`. It also serves the pages if they have been built. */
  baseUrl: string;
  /** Returns a client that is not signed in. */
  client(): StudbookClient;
  /**
   * Pays as the buyer's browser would.
   *
   * @param card a test card by its Stripe name, such as `pm_card_chargeDeclined`. Default: a valid card
   * @returns the payment's ID for `payments.confirmMembership`. Without that call, the webhook activates
   *   the membership
   * @throws Error if the card is declined
   */
  payByCard(clientSecret: string, card?: string): Promise<string>;
  /** Controls of the stand-in for Stripe: faults, lost webhooks, disputes. */
  provider: SandboxControls;
  /** Moves time forward by milliseconds. Memberships expire, and so do sessions after seven days. */
  advance(ms: number): Promise<void>;
  /** Stops everything and deletes its data. */
  stop(): Promise<void>;
};

/**
 * Starts the whole product for a test: the server with its jobs, a new database and a stand-in for Stripe.
 * The PostgreSQL is that of TEST_DATABASE_URL or DATABASE_URL, else a container, else the packaged one. Rate
 * limits are off.
 */
export async function startStudbook(): Promise<Studbook> {
  const { baseUrl, database, sandbox, advance, stop } = await runProduct();
  return {
    baseUrl,
    client: () => createStudbookClient({ baseUrl }),
    ...createFactories(database.db, baseUrl),
    payByCard: (clientSecret, card) => payByCard(sandbox.url, clientSecret, card),
    provider: controlSandbox(sandbox.url),
    advance,
    stop,
  };
}

async function payByCard(
  sandboxUrl: string,
  clientSecret: string,
  card = "pm_card_visa",
): Promise<string> {
  const id = clientSecret.replace(/_secret_.*$/, "");
  const response = await fetch(`${sandboxUrl}/v1/payment_intents/${id}/confirm`, {
    method: "POST",
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: card }),
  });
  if (!response.ok) throw new Error(`The payment failed: ${await response.text()}`);
  return id;
}
