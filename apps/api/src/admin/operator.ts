import type { Db, Tx } from "@studbook/db/client";
import type { NewAuditRecord } from "@studbook/db/queries/audit";
import { lockUsers, type User } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { isUuid } from "@studbook/domain/uuid";
import { ADMINS_ALONE, signInFirst, type Viewer } from "../auth/viewer.ts";

/** Who runs Studbook: an admin who is signed in, or without a viewer the command line. */
export type Operator = { db: Db; viewer?: Viewer; requestId?: string };

/**
 * Locks a user before the operator changes anything of theirs, and with it an admin's own row, in the
 * order of their ids: an admin deactivated or no longer one since the request was let in is refused.
 *
 * @throws DomainError NOT_SIGNED_IN, FORBIDDEN, USER_NOT_FOUND (also for the owner of the samples)
 */
export async function lockTarget(tx: Tx, { viewer }: Operator, userId: string): Promise<User> {
  if (!isUuid(userId)) throw userNotFound();
  const locked = await lockUsers(tx, viewer ? [viewer.userId, userId] : [userId]);
  if (viewer) checkAdmin(locked.find(({ id }) => id === viewer.userId));
  const target = locked.find(({ id }) => id === userId.toLowerCase());
  if (!target || target.id === SAMPLE_OWNER_ID) throw userNotFound();
  return target;
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

function checkAdmin(user: User | undefined): void {
  if (!user?.isActive) throw signInFirst();
  if (!user.isAdmin) throw new DomainError("FORBIDDEN", ADMINS_ALONE);
}
