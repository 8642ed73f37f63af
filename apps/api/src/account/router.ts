import { findUserEmails } from "@studbook/db/queries/users";
import {
  AccountInfo,
  CurrentPassword,
  CurrentUser,
  EmailStatus,
  isEmailVerified,
  PasswordChange,
} from "@studbook/domain/schemas/account";
import { NoPayload } from "@studbook/domain/schemas/strict-object";
import { Done, router, userProcedure } from "../trpc.ts";
import { changePassword } from "./change-password.ts";
import { checkMayClose, closeAccount } from "./close-account.ts";

import { removeVerifiedEmail } from "./remove-verified-email.ts";
import { requestEmailVerification } from "./request-email-verification.ts";
import { updateInfo } from "./update-info.ts";

export const accountRouter = router({
  updateInfo: userProcedure
    .input(AccountInfo)
    .output(CurrentUser)
    .mutation(({ ctx, input }) => updateInfo(ctx, input)),

  changePassword: userProcedure
    .input(PasswordChange)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx, input);
      return { ok: true };
    }),

  email: userProcedure.output(EmailStatus).query(async ({ ctx }) => {
    const user = await findUserEmails(ctx.db, ctx.viewer.userId);
    const { email = null, verifiedEmail = null } = user ?? {};
    return { email, isVerified: isEmailVerified({ email, verifiedEmail }), verifiedEmail };
  }),

  requestEmailVerification: userProcedure
    .input(NoPayload)
    .output(Done)
    .mutation(async ({ ctx }) => {
      await requestEmailVerification(ctx);
      return { ok: true };
    }),

  removeVerifiedEmail: userProcedure
    .input(CurrentPassword)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await removeVerifiedEmail(ctx, input);
      return { ok: true };
    }),

  close: userProcedure
    .use(({ ctx, next }) => {
      checkMayClose(ctx.viewer);
      return next();
    })
    .input(NoPayload)
    .output(Done)
    .mutation(async ({ ctx }) => {
      await closeAccount(ctx);
      return { ok: true };
    }),
});
