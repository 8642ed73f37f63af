import { lockActiveAdmins, setUserAdmin } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { recordAudit } from "../audit/record-audit.ts";
import { auditActor, lockTarget, type Operator } from "./operator.ts";

/**
 * Makes an active user an admin. Does nothing if the user is an admin already.
 *
 * @throws DomainError USER_NOT_FOUND, FORBIDDEN for an inactive account
 */
export async function grantAdmin(operator: Operator, userId: string): Promise<void> {
  await operator.db.transaction().execute(async (tx) => {
    const user = await lockTarget(tx, operator, userId);
    if (!user.isActive) {
      throw new DomainError("FORBIDDEN", "This account is inactive. Reactivate it first.");
    }
    if (user.isAdmin) return;
    await setUserAdmin(tx, user.id, true);
    await recordAudit(tx, {
      ...auditActor(operator),
      action: "admin.granted",
      subject: { type: "user", id: user.id },
    });
  });
}

/**
 * Revokes a user's admin role. Does nothing if the user is not an admin. Locks all admins first, so that concurrent
 * calls cannot remove the last one.
 *
 * @throws DomainError USER_NOT_FOUND, LAST_ADMIN
 */
export async function revokeAdmin(operator: Operator, userId: string): Promise<void> {
  await operator.db.transaction().execute(async (tx) => {
    const admins = await lockActiveAdmins(tx, userId);
    const user = await lockTarget(tx, operator, userId);
    if (!user.isAdmin) return;
    if (!admins.some((id) => id !== user.id)) {
      throw new DomainError(
        "LAST_ADMIN",
        "This is the last admin. Make another user an admin first.",
      );
    }
    await setUserAdmin(tx, user.id, false);
    await recordAudit(tx, {
      ...auditActor(operator),
      action: "admin.revoked",
      subject: { type: "user", id: user.id },
    });
  });
}
