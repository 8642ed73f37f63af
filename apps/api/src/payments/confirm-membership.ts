import { findUserById } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { PLANS, type Tier } from "@studbook/domain/plans";
import type { ConfirmedMembership } from "@studbook/domain/schemas/payment";
import {
  CONFIRMATIONS_PER_NETWORK,
  CONFIRMATIONS_PER_USER,
  checkAttemptLimit,
  checkNetworkLimit,
} from "../auth/attempt-limits.ts";
import type { UserContext } from "../trpc.ts";
import { type Activation, activateMembership } from "./activate-membership.ts";
import { getViewerAttempt } from "./get-viewer-attempt.ts";
import { paymentMismatch } from "./payment-errors.ts";
import { confirmingPayments } from "./visitor-payments.ts";

/**
 * Activates the membership that the signed-in user paid for with this intent. Idempotent: further calls return the
 * same membership and change nothing.
 *
 * @throws DomainError PAYMENT_NOT_FOUND, TIER_MISMATCH, PAYMENT_NOT_SUCCEEDED, PAYMENT_MISMATCH,
 *   PROVIDER_UNAVAILABLE, TOO_MANY_REQUESTS, BUSY
 */
export async function confirmMembership(
  ctx: UserContext,
  { paymentIntentId, membershipTier }: { paymentIntentId: string; membershipTier: Tier },
): Promise<ConfirmedMembership> {
  await ctx.payments.onFailPoint("confirm-received");
  const attempt = await getViewerAttempt(ctx, paymentIntentId);
  if (attempt.membershipTier !== membershipTier) {
    throw tierMismatch(attempt.membershipTier, membershipTier);
  }
  // A stored success needs no call to Stripe.
  const state = attempt.status === "succeeded" ? "paid" : await activate(ctx, paymentIntentId);
  if (state === "rejected") throw paymentMismatch(ctx.config.supportEmail);
  if (state !== "paid") throw paymentNotSucceeded();
  const user = await findUserById(ctx.db, ctx.viewer.userId);
  return {
    membershipTier: user?.membershipTier ?? null,
    membershipExpiresAt: user?.membershipExpiresAt?.toISOString() ?? null,
  };
}

async function activate(ctx: UserContext, paymentIntentId: string): Promise<Activation["state"]> {
  await checkAttemptLimit(ctx, CONFIRMATIONS_PER_USER, ctx.viewer.userId);
  await checkNetworkLimit(ctx, CONFIRMATIONS_PER_NETWORK, ctx.address);
  const { state } = await activateMembership(confirmingPayments(ctx), paymentIntentId, {
    untilPaid: true,
  });
  return state;
}

export function tierMismatch(paid: Tier, named: Tier): DomainError {
  const message = `This payment is for ${PLANS[paid].name}, not for ${PLANS[named].name}.`;
  return new DomainError("TIER_MISMATCH", message);
}

export function paymentNotSucceeded(): DomainError {
  return new DomainError("PAYMENT_NOT_SUCCEEDED", "This payment has not succeeded yet.");
}
