import type { Tx } from "@studbook/db/client";
import { findSession } from "@studbook/db/queries/sessions";
import { lockUser, type User } from "@studbook/db/queries/users";
import type { UserContext } from "../trpc.ts";
import type { Session } from "./session.ts";
import { notSignedIn } from "./viewer.ts";

/**
 * Locks the row of the signed-in user, which must be done before changing any of the user's data, and checks that the
 * account was not deactivated after the request was admitted.
 *
 * @throws DomainError NOT_SIGNED_IN
 */
export async function lockViewer(tx: Tx, { viewer }: Pick<UserContext, "viewer">): Promise<User> {
  const user = await lockUser(tx, viewer.userId);
  if (!user?.isActive) throw notSignedIn();
  return user;
}

/**
 * Like `lockViewer`, but also checks that the session has not ended after the request was admitted. For requests that
 * may take minutes.
 *
 * @throws DomainError NOT_SIGNED_IN
 */
export async function lockViewerInSession(
  tx: Tx,
  { viewer, session: { sid } }: Pick<UserContext, "viewer"> & { session: Pick<Session, "sid"> },
): Promise<User> {
  const user = await lockViewer(tx, { viewer });
  if (sid === undefined || !(await findSession(tx, sid))) throw notSignedIn();
  return user;
}
