import {
  CurrentUser,
  EmailRestoration,
  EmailVerification,
  Login,
  NameAvailability,
  NameQuery,
  PasswordCheck,
  PasswordReset,
  PasswordResetRequest,
  Signup,
} from "@studbook/domain/schemas/account";
import { NoPayload } from "@studbook/domain/schemas/strict-object";
import { z } from "@studbook/domain/schemas/z";
import { Done, publicProcedure, router } from "../trpc.ts";
import { toCurrentUser } from "./current-user.ts";
import { isNameAvailable } from "./is-name-available.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import { resetPassword } from "./reset-password.ts";
import { restoreEmail } from "./restore-email.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { signUp } from "./sign-up.ts";
import { verifyEmail } from "./verify-email.ts";
import { refuseWeakPassword } from "./weak-passwords.ts";

/** So that pages show memberships by the database's clock, whatever the clock of the device is. */
const now = z.string().meta({ format: "date-time", description: "The database's clock" });

export const authRouter = router({
  signup: publicProcedure
    .input(Signup)
    .output(CurrentUser)
    .mutation(({ ctx, input }) => signUp(ctx, input)),

  isNameAvailable: publicProcedure
    .input(NameQuery)
    .output(NameAvailability)
    .query(async ({ ctx, input }) => ({ available: await isNameAvailable(ctx, input) })),

  checkPassword: publicProcedure
    .input(PasswordCheck)
    .output(Done)
    .mutation(({ input }) => {
      refuseWeakPassword("password", input.password, input.username);
      return { ok: true };
    }),

  login: publicProcedure
    .input(Login)
    .output(CurrentUser)
    .mutation(({ ctx, input }) => signIn(ctx, input)),

  logout: publicProcedure
    .input(NoPayload)
    .output(Done)
    .mutation(async ({ ctx }) => {
      await signOut(ctx);
      return { ok: true };
    }),

  requestPasswordReset: publicProcedure
    .input(PasswordResetRequest)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await requestPasswordReset(ctx, input);
      return { ok: true };
    }),

  resetPassword: publicProcedure
    .input(PasswordReset)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await resetPassword(ctx, input);
      return { ok: true };
    }),

  verifyEmail: publicProcedure
    .input(EmailVerification)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await verifyEmail(ctx, input);
      return { ok: true };
    }),

  restoreEmail: publicProcedure
    .input(EmailRestoration)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await restoreEmail(ctx, input);
      return { ok: true };
    }),

  me: publicProcedure.output(z.nullable(CurrentUser.extend({ now }))).query(({ ctx }) => {
    ctx.session.correctHint();
    const { user } = ctx.session;
    return user ? { ...toCurrentUser(user), now: ctx.clock().toISOString() } : null;
  }),
});
