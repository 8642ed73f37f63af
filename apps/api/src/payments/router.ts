import {
  Checkout,
  CheckoutChoice,
  ConfirmedMembership,
  IntentChoice,
  IntentRequest,
  MembershipConfirmation,
  OwnIntent,
  PaymentConfig,
  PaymentIntent,
  PaymentIntentId,
} from "@studbook/domain/schemas/payment";
import { NoPayload } from "@studbook/domain/schemas/strict-object";
import { z } from "@studbook/domain/schemas/z";
import { openProcedure, router, userProcedure } from "../trpc.ts";
import { confirmMembership } from "./confirm-membership.ts";
import { createIntent } from "./create-intent.ts";
import { getCheckout } from "./get-checkout.ts";
import { getViewerAttempt } from "./get-viewer-attempt.ts";
import { adminCannotBuy } from "./payment-errors.ts";

const IntentId = z.object({ paymentIntentId: PaymentIntentId }, "Payment ID is required");

/** Refuses admins before the input is checked. */
const buyerProcedure = userProcedure.use(({ ctx, next }) => {
  if (ctx.viewer.isAdmin) throw adminCannotBuy();
  return next();
});

/** Checks the intent's owner before the rest of the input, so that another member's intent is always a 404. */
const viewerIntentProcedure = buyerProcedure.input(IntentId).use(async ({ ctx, input, next }) => {
  const attempt = await getViewerAttempt(ctx, input.paymentIntentId);
  return next({ ctx: { ...ctx, attempt } });
});

export const paymentsRouter = router({
  config: openProcedure
    .input(NoPayload)
    .output(PaymentConfig)
    .query(({ ctx }) => ({ publishableKey: ctx.config.stripe.publishableKey })),

  checkout: buyerProcedure
    .input(CheckoutChoice)
    .output(Checkout)
    .query(({ ctx, input }) => getCheckout(ctx, input.membershipTier)),

  createIntent: buyerProcedure
    .input(IntentChoice)
    .output(PaymentIntent)
    .mutation(({ ctx, input }) => createIntent(ctx, input)),

  /** Called before a page offers to pay an intent from its URL: members pay only for themselves. */
  ownIntent: viewerIntentProcedure
    .input(IntentRequest)
    .output(OwnIntent)
    .query(({ ctx }) => ctx.attempt),

  confirmMembership: viewerIntentProcedure
    .input(MembershipConfirmation)
    .output(ConfirmedMembership)
    .mutation(({ ctx, input }) => confirmMembership(ctx, input)),
});
