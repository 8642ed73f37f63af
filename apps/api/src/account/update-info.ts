import type { Tx } from "@studbook/db/client";
import { deleteEmailTokens } from "@studbook/db/queries/email-tokens";
import { type User, type UserInfo, updateUserInfo } from "@studbook/db/queries/users";
import type { AccountInfo, CurrentUser } from "@studbook/domain/schemas/account";
import { recordAudit } from "../audit/record-audit.ts";
import { checkAttemptLimit, EMAIL_CHANGES_PER_USER } from "../auth/attempt-limits.ts";
import { toCurrentUser } from "../auth/current-user.ts";
import { lockViewer } from "../auth/lock-viewer.ts";
import type { Context } from "../context.ts";
import type { UserContext } from "../trpc.ts";
import { type CountedLink, countLink, queueVerification } from "./request-email-verification.ts";

/**
 * Changes the given fields of the signed-in user. A new address receives a verification link. Until it is verified, and
 * also after the address is cleared, password resets and notices go to the last verified address.
 *
 * @throws DomainError NOT_SIGNED_IN, TOO_MANY_REQUESTS (too many changes of the address)
 */
export async function updateInfo(ctx: UserContext, info: AccountInfo): Promise<CurrentUser> {
  const { email } = info;
  const isOtherAddress = email && email !== ctx.session.user?.email;
  const link = isOtherAddress ? await countLink(ctx, email, ctx.viewer.userId) : undefined;
  return await ctx.db.transaction().execute(async (tx) => {
    return toCurrentUser(await applyInfo(tx, ctx, { user: await lockViewer(tx, ctx), info, link }));
  });
}

type Change = { user: User; info: UserInfo; link: CountedLink | undefined };

/**
 * Changes the given fields of a locked user, and sends the link to a new address. Links to the previous address no longer
 * work.
 *
 * @throws DomainError TOO_MANY_REQUESTS (too many changes of the address)
 */
export async function applyInfo(
  tx: Tx,
  ctx: Context,
  { user: locked, info, link }: Change,
): Promise<User> {
  if (info.email !== undefined && info.email !== locked.email) {
    await checkAttemptLimit({ db: tx, config: ctx.config }, EMAIL_CHANGES_PER_USER, locked.id);
  }
  const user = await updateUserInfo(tx, locked.id, info);
  if (user.email !== locked.email) {
    await deleteEmailTokens(tx, user.id, "verify-email");
    await recordAudit(tx, {
      action: "account.email-changed",
      actorId: user.id,
      subject: { type: "user", id: user.id },
      requestId: ctx.requestId,
    });
  }
  if (link) await queueVerification(tx, ctx, user, link);
  return user;
}
