import { updateUserInfo } from "@studbook/db/queries/users";
import type { AccountInfo, CurrentUser } from "@studbook/domain/account";
import { toCurrentUser } from "../auth/current-user.ts";
import { lockViewer } from "../auth/lock-viewer.ts";
import type { UserContext } from "../trpc.ts";
import { maySendLink, queueVerification } from "./request-email-verification.ts";

/**
 * Changes the given fields of the signed-in user. Another e-mail address is sent a link to verify it.
 * Throws DomainError NOT_SIGNED_IN.
 */
export async function updateInfo(ctx: UserContext, info: AccountInfo): Promise<CurrentUser> {
  const { email } = info;
  const isNew = email && email !== ctx.session.user?.email;
  const sendsLink = isNew ? await maySendLink(ctx, email) : false;
  return await ctx.db.transaction().execute(async (tx) => {
    await lockViewer(tx, ctx);
    const user = await updateUserInfo(tx, ctx.viewer.userId, info);
    if (sendsLink) await queueVerification(tx, ctx, user);
    return toCurrentUser(user);
  });
}
