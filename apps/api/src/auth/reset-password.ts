import { deleteUserDevices } from "@studbook/db/queries/devices";
import { consumeEmailToken, deleteEmailTokens } from "@studbook/db/queries/email-tokens";
import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { findUserById, lockUser, updateUserPassword } from "@studbook/db/queries/users";
import type { PasswordReset } from "@studbook/domain/schemas/account";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { queuePasswordNotice } from "../mail/queue-password-notice.ts";
import { getLink, linkEnded } from "./get-link.ts";
import { hashPassword, knownCaller } from "./passwords.ts";
import { clearSignInFailures } from "./sign-in-attempts.ts";
import { refuseWeakPassword } from "./weak-passwords.ts";

/**
 * Sets a new password with a link from an email. Ends the account's sessions and its other reset links, forgets all
 * devices except the current one, and resets the count of failed sign-ins.
 *
 * @throws DomainError LINK_ENDED (also if another address has been verified since), BAD_REQUEST (weak password),
 *   TOO_MANY_REQUESTS, BUSY
 */
export async function resetPassword(ctx: Context, input: PasswordReset): Promise<void> {
  const { hash, userId, email } = await getLink(ctx, input.token, "reset-password");
  const user = await findUserById(ctx.db, userId);
  if (!user?.isActive || email !== user.verifiedEmail) throw linkEnded("reset-password");
  refuseWeakPassword("newPassword", input.newPassword, user.username);
  const password = await hashPassword(input.newPassword, knownCaller(ctx, userId));
  const setCookie = await usePasswordLink(ctx, { hash, userId, password });
  setCookie();
}

type LinkUse = { hash: string; userId: string; password: string };

function usePasswordLink(ctx: Context, { hash, userId, password }: LinkUse): Promise<() => void> {
  return ctx.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    const link = await consumeEmailToken(tx, hash, "reset-password");
    if (!user?.isActive || !link || link.email !== user.verifiedEmail)
      throw linkEnded("reset-password");
    await updateUserPassword(tx, userId, password);
    await deleteEmailTokens(tx, userId, "reset-password");
    await deleteUserSessions(tx, userId);
    await recordAudit(tx, {
      action: "account.password-reset",
      subject: { type: "user", id: userId },
      requestId: ctx.requestId,
    });
    await queuePasswordNotice(tx, ctx.enqueue, userId);
    await clearSignInFailures(tx, userId);
    await deleteUserDevices(tx, userId);
    return await ctx.device.remember(tx, userId);
  });
}
