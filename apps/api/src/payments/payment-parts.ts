import type { Db } from "@studbook/db/client";
import type { FastifyBaseLogger } from "fastify";
import type Stripe from "stripe";
import type { ReachPoint } from "./fail-points.ts";
import { createProvider, type Provider } from "./provider.ts";

/** What every operation on payments uses. */
export type PaymentParts = {
  db: Db;
  provider: Provider;
  logger: FastifyBaseLogger;
  reach: ReachPoint;
};

export type PaymentSources = {
  db: Db;
  stripe: Stripe;
  logger: FastifyBaseLogger;
  /** Told of the places between charge and membership; for tests. */
  onFailPoint?: ReachPoint;
};

export function openPayments({ db, stripe, logger, onFailPoint }: PaymentSources): PaymentParts {
  const provider = createProvider(stripe, logger);
  return { db, provider, logger, reach: onFailPoint ?? (async () => undefined) };
}
