import { createStudbookClient, type StudbookClient } from "@studbook/client";
import { controlSandbox, type SandboxControls } from "@studbook/stripe-sandbox/sandbox-controls";
import { createFactories, type Factories } from "./factories.ts";
import { payByCard } from "./pay-by-card.ts";
import { runProduct } from "./run-product.ts";

export type { Member } from "./factories.ts";

/** A running Studbook with nothing in it but the two sample ads. */
export type Studbook = Factories & {
  /** `http://127.0.0.1:` and its port. The pages are there too when they were built. */
  baseUrl: string;
  /** A client that nobody is signed in with. */
  client(): StudbookClient;
  /**
   * Pays the payment of a client secret as a buyer's browser does, by default with a card that works.
   * Another is named as Stripe does: `pm_card_chargeDeclined`.
   *
   * @returns the payment's id, for `payments.confirmMembership`; without that the webhook activates it
   * @throws Error when the card is refused
   */
  payByCard(clientSecret: string, card?: string): Promise<string>;
  /** Orders for the stand-in for Stripe: faults, lost webhooks, disputes. */
  provider: SandboxControls;
  /** Moves time forward, in milliseconds: memberships expire, and so do sessions of seven days. */
  advance(ms: number): Promise<void>;
  /** Ends everything and removes its data. */
  stop(): Promise<void>;
};

/**
 * Starts the whole product for a test: the server with its jobs, a PostgreSQL (that of TEST_DATABASE_URL or
 * DATABASE_URL, where it makes a database of its own, else a container, else one from a package) and a
 * stand-in for Stripe. Limits on tries are off.
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
