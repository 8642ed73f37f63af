import {
  Checkout,
  CheckoutChoice,
  ConfirmedMembership,
  IntentChoice,
  MembershipConfirmation,
  PaymentIntent,
} from "@studbook/domain/payment";
import { z } from "@studbook/domain/z";
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

export const paymentsRouter = router({
  checkout: buyerProcedure
    .input(CheckoutChoice)
    .output(Checkout)
    .query(({ ctx, input }) => getCheckout(ctx, input.membershipTier)),

  createIntent: buyerProcedure
    .input(IntentChoice)
    .output(PaymentIntent)
    .mutation(({ ctx, input }) => createIntent(ctx, input)),

  confirmMembership: buyerProcedure
    .input(IntentId)
    .use(async ({ ctx, input, next }) => {
      await getOwnAttempt(ctx, input.paymentIntentId);
      return next();
    })
    .input(MembershipConfirmation)
    .output(ConfirmedMembership)
    .mutation(({ ctx, input }) => confirmMembership(ctx, input)),
});
