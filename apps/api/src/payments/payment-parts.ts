import type { Db } from "@studbook/db/client";
import type { FastifyBaseLogger } from "fastify";
import type Stripe from "stripe";
import type { Enqueue } from "../jobs/boss.ts";
import type { ReachPoint } from "./fail-points.ts";
import { createProvider, type Provider } from "./provider.ts";

/** What every operation on payments uses. */
export type PaymentParts = {
  db: Db;
  provider: Provider;
  logger: FastifyBaseLogger;
  enqueue: Enqueue;
  reach: ReachPoint;
};

export type PaymentSources = {
  db: Db;
  stripe: Stripe;
  logger: FastifyBaseLogger;
  /** Takes the mails that follow from a payment. */
  enqueue: Enqueue;
  /** Told of the places between charge and membership; for tests. */
  onFailPoint?: ReachPoint;
};

export function openPayments(sources: PaymentSources): PaymentParts {
  const { db, stripe, logger, enqueue, onFailPoint } = sources;
  const provider = createProvider(stripe, logger);
  return { db, provider, logger, enqueue, reach: onFailPoint ?? (async () => undefined) };
}
