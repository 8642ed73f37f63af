import { findUserByUsername, lockUser, type User } from "@studbook/db/queries/users";
import { type CurrentUser, type Login, Username, usernameKey } from "@studbook/domain/account";
import { DomainError } from "@studbook/domain/errors";
import { recordAudit, recordAuditAlone } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { toCurrentUser } from "./current-user.ts";
import { ensureHashing, isPassword } from "./passwords.ts";
import {
  checkTries,
  networkOf,
  restoreTries,
  SIGN_IN_OF_ACCOUNT,
  SIGN_IN_OF_ADDRESS,
} from "./tries.ts";

/**
 * Signs a user in. An unknown name, a wrong password and an inactive account are told apart neither
 * by the answer nor by its time: each takes exactly one hash.
 *
 * @throws DomainError BAD_CREDENTIALS, TOO_MANY_REQUESTS, BUSY
 */
export async function signIn(ctx: Context, input: Login): Promise<CurrentUser> {
  ensureHashing();
  const network = networkOf(ctx.address);
  await checkTries(ctx, SIGN_IN_OF_ADDRESS, network);
  await checkTries(ctx, SIGN_IN_OF_ACCOUNT, usernameKey(input.username), network);
  const name = Username.safeParse(input.username);
  const found = name.success ? await findUserByUsername(ctx.db, name.data) : undefined;
  const matches = await isPassword(found?.isActive ? found.password : undefined, input.password);
  const begun = found && matches ? await begin(ctx, found) : undefined;
  if (!begun) {
    await recordAuditAlone(ctx.db, {
      action: "auth.sign-in-failed",
      subject: found && { type: "user", id: found.id },
      requestId: ctx.requestId,
    });
    throw new DomainError("BAD_CREDENTIALS", "Invalid username or password");
  }
  begun.handCookie();
  await restoreTries(ctx, SIGN_IN_OF_ACCOUNT, usernameKey(input.username), network);
  return toCurrentUser(begun.user);
}

/** Begins a session, unless the user was deactivated or given another password meanwhile. */
function begin(
  ctx: Context,
  found: User,
): Promise<{ user: User; handCookie: () => void } | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, found.id);
    if (!user?.isActive || user.password !== found.password) return undefined;
    const handCookie = await ctx.session.begin(tx, user.id);
    await recordAudit(tx, {
      action: "auth.signed-in",
      actorId: user.id,
      subject: { type: "user", id: user.id },
      requestId: ctx.requestId,
    });
    return { user, handCookie };
  });
}
