import { deleteUserDevices } from "@studbook/db/queries/devices";
import { deleteEmailTokens } from "@studbook/db/queries/email-tokens";
import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { setUserActive } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import type { ToggledUser } from "@studbook/domain/schemas/admin";
import { recordAudit } from "../audit/record-audit.ts";
import { auditActor, lockTarget, type Operator } from "./operator.ts";

/**
 * Deactivates or reactivates a user; toggles the state if `newState` is undefined. Deactivation ends all sessions and hides
 * the user's ads, which reactivation shows again. It also revokes all emailed links for good, because an attacker who has
 * one could undo what the operator did.
 *
 * @throws DomainError USER_NOT_FOUND, FORBIDDEN for an admin, NOT_SIGNED_IN
 */
export function setActive(
  operator: Operator,
  userId: string,
  newState?: boolean,
): Promise<ToggledUser> {
  return operator.db.transaction().execute(async (tx) => {
    const user = await lockTarget(tx, operator, userId);
    checkMayDeactivate(user);
    const isActive = newState ?? !user.isActive;
    if (isActive === user.isActive) return { id: user.id, isActive };
    await setUserActive(tx, user.id, isActive);
    if (!isActive) {
      await deleteUserSessions(tx, user.id);
      await deleteUserDevices(tx, user.id);
      await deleteEmailTokens(tx, user.id, "verify-email", "reset-password", "restore-email");
    }
    await recordAudit(tx, {
      ...auditActor(operator),
      action: isActive ? "user.reactivated" : "user.deactivated",
      subject: { type: "user", id: user.id },
    });
    return { id: user.id, isActive };
  });
}

/** Throws DomainError FORBIDDEN for an admin. */
export function checkMayDeactivate({ isAdmin }: { isAdmin: boolean }): void {
  if (isAdmin)
    throw new DomainError(
      "FORBIDDEN",
      "An admin cannot be deactivated. Revoke the user's admin rights first.",
    );
}
