import { lockActiveAdmins, setUserAdmin } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { recordAudit } from "../audit/record-audit.ts";
import { actedBy, lockTarget, type Operator } from "./operator.ts";

/**
 * Makes an active user an admin; one who is stays one.
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
      ...actedBy(operator),
      action: "admin.granted",
      subject: { type: "user", id: user.id },
    });
  });
}

/**
 * Makes an admin a user like others. All admins are locked first, so that of several revoked at once
 * the last one stays and nobody is locked out.
 *
 * @throws DomainError USER_NOT_FOUND, LAST_ADMIN
 */
export async function revokeAdmin(operator: Operator, userId: string): Promise<void> {
  await operator.db.transaction().execute(async (tx) => {
    const admins = await lockActiveAdmins(tx, userId);
    const user = await lockTarget(tx, operator, userId);
    if (!user.isAdmin) return;
    if (!admins.some((id) => id !== user.id)) {
      throw new DomainError("LAST_ADMIN", "This is the last admin. Make another user one first.");
    }
    await setUserAdmin(tx, user.id, false);
    await recordAudit(tx, {
      ...actedBy(operator),
      action: "admin.revoked",
      subject: { type: "user", id: user.id },
    });
  });
}
