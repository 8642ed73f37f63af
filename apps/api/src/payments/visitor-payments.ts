import { anonymousCaller } from "../auth/passwords.ts";
import { type Caller, createFairGate } from "../fair-gate.ts";
import type { UserContext } from "../trpc.ts";
import { type Budget, BudgetSpentError, startBudget } from "./budget.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { type Provider, providerUnavailable } from "./provider.ts";
import { createSharedReads } from "./shared-reads.ts";

const READ_EVERY_MS = 1000;

// Accounts cost nothing, so callers are told apart by their networks. Webhooks and the reconciliation do not come here.
const gate = createFairGate({
  name: "provider",
  concurrency: 8,
  maxWaiting: 200,
  maxWaitingPerNeighborhood: 16,
  // Less than the time that one request may spend on the provider.
  maxWaitMs: 4000,
  restFactor: 0,
  minRestFactor: 0,
  targetWaitMs: 0,
});

const shareRead = createSharedReads<Awaited<ReturnType<Provider["findIntent"]>>>(READ_EVERY_MS);

/**
 * Payments as a request of a visitor uses them: calls of the provider wait for their turn, fairly between networks.
 * They also throw DomainError BUSY, when too many wait or the visitor has gone.
 */
export function visitorPayments(ctx: UserContext): PaymentParts {
  return { ...ctx.payments, provider: inTurn(ctx.payments.provider, anonymousCaller(ctx)) };
}

/** As {@link visitorPayments}, and an intent is read at most once a second for all who ask about it. */
export function confirmingPayments(ctx: UserContext): PaymentParts {
  const visitor = visitorPayments(ctx);
  // Others may wait for the same read, so it is done although who asked first has gone.
  const { closed: _closed, ...reader } = anonymousCaller(ctx);
  const { findIntent } = inTurn(ctx.payments.provider, reader);
  const readOnce: Provider["findIntent"] = (budget, id) => {
    ctx.releaseSlot();
    return within(
      budget,
      shareRead(id, () => findIntent(startBudget(), id)),
    );
  };
  return { ...visitor, provider: { ...visitor.provider, findIntent: readOnce } };
}

function inTurn(provider: Provider, caller: Caller): Provider {
  return {
    createIntent: (...of) => gate.run(caller, () => provider.createIntent(...of)),
    findIntent: (...of) => gate.run(caller, () => provider.findIntent(...of)),
    cancelIntent: (...of) => gate.run(caller, () => provider.cancelIntent(...of)),
    listDisputes: (...of) => gate.run(caller, () => provider.listDisputes(...of)),
    listEvents: (...of) => gate.run(caller, () => provider.listEvents(...of)),
  };
}

/** What others have begun, for as long as this caller may wait. */
async function within<T>(budget: Budget, shared: Promise<T>): Promise<T> {
  try {
    return await budget.within(shared);
  } catch (error) {
    if (error instanceof BudgetSpentError) throw providerUnavailable(error);
    throw error;
  }
}
