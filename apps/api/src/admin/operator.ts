import type { Db, Tx } from "@studbook/db/client";
import type { NewAuditRecord } from "@studbook/db/queries/audit";
import { findUserById, lockUsers, type User } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { adminsOnly, notSignedIn, type Viewer } from "../auth/viewer.ts";

/** The caller of an admin operation: a signed-in admin, or the command line if `viewer` is undefined. */
export type Operator = { db: Db; viewer: Viewer | undefined; requestId?: string };

export function cliOperator(db: Db): Operator {
  return { db, viewer: undefined };
}

/** Returns a user whom admins can manage. Throws DomainError USER_NOT_FOUND (also for the owner of the sample ads). */
export async function getTarget(db: Db, userId: string): Promise<User> {
  return toTarget(await findUserById(db, userId));
}

/**
 * Locks the user whose data the operator changes, and the row of the admin who acts, in the order of their IDs. Checks
 * that the admin is still an active admin, which may have changed after the request was admitted.
 *
 * @throws DomainError NOT_SIGNED_IN, FORBIDDEN, USER_NOT_FOUND (also for the owner of the sample ads)
 */
export async function lockTarget(tx: Tx, { viewer }: Operator, userId: string): Promise<User> {
  const locked = await lockUsers(tx, viewer ? [viewer.userId, userId] : [userId]);
  if (viewer) checkAdmin(locked.find(({ id }) => id === viewer.userId));
  return toTarget(locked.find(({ id }) => id === userId.toLowerCase()));
}

/** Locks the row of the admin who acts, and checks it like `lockTarget`. Throws DomainError NOT_SIGNED_IN, FORBIDDEN. */
export async function lockOperator(tx: Tx, { viewer }: Operator): Promise<void> {
  if (!viewer) return;
  const [user] = await lockUsers(tx, [viewer.userId]);
  checkAdmin(user);
}

/** Returns the fields of an audit record that identify the operator. */
export function auditActor({ viewer, requestId }: Operator): Omit<NewAuditRecord, "action"> {
  return viewer ? { actorId: viewer.userId, requestId } : { details: { by: "cli" } };
}

export function userNotFound(): DomainError {
  return new DomainError("USER_NOT_FOUND", "User not found.");
}

function toTarget(user: User | undefined): User {
  if (!user || user.id === SAMPLE_OWNER_ID) throw userNotFound();
  return user;
}

function checkAdmin(user: User | undefined): void {
  if (!user?.isActive) throw notSignedIn();
  if (!user.isAdmin) throw adminsOnly();
}
