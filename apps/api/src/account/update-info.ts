import { updateUserInfo } from "@studbook/db/queries/users";
import type { AccountInfo, CurrentUser } from "@studbook/domain/account";
import { toCurrentUser } from "../auth/current-user.ts";
import { lockViewer } from "../auth/lock-viewer.ts";
import type { UserContext } from "../trpc.ts";

/** Changes the given fields of the signed-in user. Throws DomainError NOT_SIGNED_IN. */
export function updateInfo(ctx: UserContext, info: AccountInfo): Promise<CurrentUser> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockViewer(tx, ctx);
    return toCurrentUser(await updateUserInfo(tx, ctx.viewer.userId, info));
  });
}
