import { deleteEmailTokens } from "@studbook/db/queries/email-tokens";
import { updateUserInfo } from "@studbook/db/queries/users";
import type { AccountInfo, CurrentUser } from "@studbook/domain/schemas/account";
import { recordAudit } from "../audit/record-audit.ts";
import { toCurrentUser } from "../auth/current-user.ts";
import { lockViewer } from "../auth/lock-viewer.ts";
import { checkTries, EMAIL_OF_USER } from "../auth/tries.ts";
import type { UserContext } from "../trpc.ts";
import { countLink, queueVerification } from "./request-email-verification.ts";

/**
 * Changes the given fields of the signed-in user. A new e-mail address is sent a link that verifies it; until
 * then, and also when the address is cleared, the verified address keeps resets and notices.
 *
 * @throws DomainError NOT_SIGNED_IN, TOO_MANY_REQUESTS when the address changes again and again
 */
export async function updateInfo(ctx: UserContext, info: AccountInfo): Promise<CurrentUser> {
  const { email } = info;
  const isNew = email && email !== ctx.session.user?.email;
  const link = isNew ? await countLink(ctx, email) : undefined;
  return await ctx.db.transaction().execute(async (tx) => {
    const before = await lockViewer(tx, ctx);
    if (email !== undefined && email !== before.email) {
      await checkTries({ ...ctx, db: tx }, EMAIL_OF_USER, before.id);
    }
    const user = await updateUserInfo(tx, before.id, info);
    if (user.email !== before.email) {
      await deleteEmailTokens(tx, user.id, "verify-email");
      await recordAudit(tx, {
        action: "account.email-changed",
        actorId: user.id,
        subject: { type: "user", id: user.id },
        requestId: ctx.requestId,
      });
    }
    if (link) await queueVerification(tx, ctx, user, link);
    return toCurrentUser(user);
  });
}
