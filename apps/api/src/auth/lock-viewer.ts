import type { Tx } from "@studbook/db/client";
import { lockUser, type User } from "@studbook/db/queries/users";
import type { UserContext } from "../trpc.ts";
import { signInFirst } from "./viewer.ts";

/**
 * Locks the signed-in user's row before anything of theirs changes, and makes sure that the account
 * was not deactivated since the request was let in.
 *
 * @throws DomainError NOT_SIGNED_IN
 */
export async function lockViewer(tx: Tx, { viewer }: Pick<UserContext, "viewer">): Promise<User> {
  const user = await lockUser(tx, viewer.userId);
  if (!user?.isActive) throw signInFirst();
  return user;
}
