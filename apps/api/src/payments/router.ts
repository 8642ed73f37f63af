import {
  Checkout,
  CheckoutChoice,
  ConfirmedMembership,
  IntentChoice,
  IntentQuestion,
  MembershipConfirmation,
  OwnIntent,
  PaymentIntent,
} from "@studbook/domain/schemas/payment";
import { z } from "@studbook/domain/schemas/z";
import { router, userProcedure } from "../trpc.ts";
import { getCheckout } from "./checkout.ts";
import { confirmMembership } from "./confirm-membership.ts";
import { createIntent } from "./create-intent.ts";
import { getOwnAttempt } from "./own-attempt.ts";
import { refuseAdmin } from "./refuse-admin.ts";

const IntentId = z.looseObject(
  { paymentIntentId: z.string("Give the id of a payment") },
  "Give the id of a payment",
);

const buyerProcedure = userProcedure.use(({ ctx, next }) => {
  refuseAdmin(ctx.viewer);
  return next();
});

/** Another member's intent is as unknown as one that does not exist, whatever else the call says. */
const ownIntentProcedure = buyerProcedure.input(IntentId).use(async ({ ctx, input, next }) => {
  const attempt = await getOwnAttempt(ctx, input.paymentIntentId);
  return next({ ctx: { ...ctx, attempt } });
});

export const paymentsRouter = router({
  checkout: buyerProcedure
    .input(CheckoutChoice)
    .output(Checkout)
    .query(({ ctx, input }) => getCheckout(ctx, input.membershipTier)),

  createIntent: buyerProcedure
    .input(IntentChoice)
    .output(PaymentIntent)
    .mutation(({ ctx, input }) => createIntent(ctx, input)),

  /** Before a page offers to pay an intent it was given: a member pays only for themselves. */
  ownIntent: ownIntentProcedure
    .input(IntentQuestion)
    .output(OwnIntent)
    .query(({ ctx }) => ctx.attempt),

  confirmMembership: ownIntentProcedure
    .input(MembershipConfirmation)
    .output(ConfirmedMembership)
    .mutation(({ ctx, input }) => confirmMembership(ctx, input)),
});
