import type { Tx } from "@studbook/db/client";
import { findSession } from "@studbook/db/queries/sessions";
import { lockUser, type User } from "@studbook/db/queries/users";
import type { UserContext } from "../trpc.ts";
import type { Session } from "./session.ts";
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

/**
 * Does what `lockViewer` does, and makes sure that the session has not ended since the request was let in: for requests
 * that may have begun minutes ago.
 *
 * @throws DomainError NOT_SIGNED_IN
 */
export async function lockViewerInSession(
  tx: Tx,
  { viewer, session: { sid } }: Pick<UserContext, "viewer"> & { session: Pick<Session, "sid"> },
): Promise<User> {
  const user = await lockViewer(tx, { viewer });
  if (sid === undefined || !(await findSession(tx, sid))) throw signInFirst();
  return user;
}
