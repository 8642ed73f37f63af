import { WaitBudget, withWaitBudget } from "@studbook/db/wait-budget";
import type { FastifyInstance } from "fastify";

/** How long a request waits for its turn and for the database in total. */
const WAIT_BUDGET_MS = 2600;

// A property rather than a WeakMap entry, which would survive until a full garbage collection.
declare module "fastify" {
  interface FastifyRequest {
    waitBudget?: WaitBudget;
  }
}

/**
 * Gives every request a budget for waiting, so that each one is answered within 3 s, however many statements it makes,
 * if the database is slow or silent.
 */
export function limitWaiting(app: FastifyInstance, budgetMs = WAIT_BUDGET_MS): void {
  // With a callback, the rest of the request's work runs within the budget.
  app.addHook("onRequest", (request, _reply, done) => {
    const budget = new WaitBudget(budgetMs);
    request.waitBudget = budget;
    withWaitBudget(budget, done);
  });
}
