import { anonymousCaller } from "../auth/passwords.ts";
import { type Caller, createFairGate } from "../fair-gate.ts";
import type { UserContext } from "../trpc.ts";
import { type Deadline, DeadlineExceededError, startDeadline } from "./deadline.ts";
import { providerUnavailable } from "./payment-errors.ts";
import type { PaymentParts } from "./payment-parts.ts";
import type { Provider } from "./provider.ts";
import { createSharedReads } from "./shared-reads.ts";

const READ_INTERVAL_MS = 1000;

// Accounts are free, so fairness is between networks. Webhooks and reconciliation do not pass through this gate.
const gate = createFairGate({
  name: "provider",
  concurrency: 8,
  maxWaiting: 200,
  maxWaitingPerNeighborhood: 16,
  // Less than the deadline of a request's calls to Stripe.
  maxWaitMs: 4000,
  restFactor: 0,
  minRestFactor: 0,
  targetWaitMs: 0,
});

const shareRead = createSharedReads<Awaited<ReturnType<Provider["findIntent"]>>>(READ_INTERVAL_MS);

/**
 * Returns the payment parts for a visitor's request: calls to Stripe wait in a queue that is fair between networks.
 * They also throw DomainError BUSY if the queue is full or the visitor disconnects.
 */
export function visitorPayments(ctx: UserContext): PaymentParts {
  return { ...ctx.payments, provider: throughGate(ctx.payments.provider, anonymousCaller(ctx)) };
}

/** Like {@link visitorPayments}, but each intent is read at most once a second; concurrent callers share the read. */
export function confirmingPayments(ctx: UserContext): PaymentParts {
  const visitor = visitorPayments(ctx);
  // Other callers may share the read, so it continues if the first one disconnects.
  const { closed: _closed, ...reader } = anonymousCaller(ctx);
  const { findIntent } = throughGate(ctx.payments.provider, reader);
  const findIntentShared: Provider["findIntent"] = (deadline, id) => {
    ctx.releaseSlot();
    return within(
      deadline,
      shareRead(id, () => findIntent(startDeadline(), id)),
    );
  };
  return { ...visitor, provider: { ...visitor.provider, findIntent: findIntentShared } };
}

function throughGate(provider: Provider, caller: Caller): Provider {
  return {
    createIntent: (...args) => gate.run(caller, () => provider.createIntent(...args)),
    findIntent: (...args) => gate.run(caller, () => provider.findIntent(...args)),
    cancelIntent: (...args) => gate.run(caller, () => provider.cancelIntent(...args)),
    listDisputes: (...args) => gate.run(caller, () => provider.listDisputes(...args)),
    listEvents: (...args) => gate.run(caller, () => provider.listEvents(...args)),
  };
}

/** Waits for a shared read until the caller's own deadline. */
async function within<T>(deadline: Deadline, shared: Promise<T>): Promise<T> {
  try {
    return await deadline.within(shared);
  } catch (error) {
    if (error instanceof DeadlineExceededError) throw providerUnavailable(error);
    throw error;
  }
}
