import type { Db, Tx } from "@studbook/db/client";
import type { NewAuditRecord } from "@studbook/db/queries/audit";
import { findUserById, lockUsers, type User } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { ADMINS_ALONE, signInFirst, type Viewer } from "../auth/viewer.ts";

/** Who runs Studbook: an admin who is signed in, or the command line, which has no viewer. */
export type Operator = { db: Db; viewer: Viewer | undefined; requestId?: string };

export function commandLine(db: Db): Operator {
  return { db, viewer: undefined };
}

/** A user whom an operator may act on. Throws DomainError USER_NOT_FOUND (also for the owner of the samples). */
export async function getTarget(db: Db, userId: string): Promise<User> {
  return toTarget(await findUserById(db, userId));
}

/**
 * Locks a user before the operator changes anything of theirs, and with it an admin's own row, in the
 * order of their ids: an admin deactivated or no longer one since the request was let in is refused.
 *
 * @throws DomainError NOT_SIGNED_IN, FORBIDDEN, USER_NOT_FOUND (also for the owner of the samples)
 */
export async function lockTarget(tx: Tx, { viewer }: Operator, userId: string): Promise<User> {
  const locked = await lockUsers(tx, viewer ? [viewer.userId, userId] : [userId]);
  if (viewer) checkAdmin(locked.find(({ id }) => id === viewer.userId));
  return toTarget(locked.find(({ id }) => id === userId.toLowerCase()));
}

/** Locks the row of the admin who acts. Throws DomainError NOT_SIGNED_IN, FORBIDDEN. */
export async function lockOperator(tx: Tx, { viewer }: Operator): Promise<void> {
  if (!viewer) return;
  const [user] = await lockUsers(tx, [viewer.userId]);
  checkAdmin(user);
}

/** How a record of the audit log says who acted. */
export function actedBy({ viewer, requestId }: Operator): Omit<NewAuditRecord, "action"> {
  return viewer ? { actorId: viewer.userId, requestId } : { details: { by: "cli" } };
}

export function userNotFound(): DomainError {
  return new DomainError("USER_NOT_FOUND", "There is no such user.");
}

function toTarget(user: User | undefined): User {
  if (!user || user.id === SAMPLE_OWNER_ID) throw userNotFound();
  return user;
}

function checkAdmin(user: User | undefined): void {
  if (!user?.isActive) throw signInFirst();
  if (!user.isAdmin) throw new DomainError("FORBIDDEN", ADMINS_ALONE);
}
