import type { Db } from "@studbook/db/client";
import type { FastifyBaseLogger } from "fastify";
import type Stripe from "stripe";
import type { Enqueue } from "../jobs/boss.ts";
import type { OnFailPoint } from "./fail-points.ts";
import { createProvider, type Provider } from "./provider.ts";

/** What payment operations depend on. */
export type PaymentParts = {
  db: Db;
  provider: Provider;
  logger: FastifyBaseLogger;
  enqueue: Enqueue;
  onFailPoint: OnFailPoint;
};

export type PaymentSources = {
  db: Db;
  stripe: Stripe;
  logger: FastifyBaseLogger;
  /** Queues the receipt of a payment. */
  enqueue: Enqueue;
  /** For tests that kill the server between charge and membership. */
  onFailPoint?: OnFailPoint;
};

export function openPayments(sources: PaymentSources): PaymentParts {
  const { db, stripe, logger, enqueue, onFailPoint = async () => undefined } = sources;
  return { db, provider: createProvider(stripe, logger), logger, enqueue, onFailPoint };
}
