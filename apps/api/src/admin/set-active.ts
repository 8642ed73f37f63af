import { deleteUserDevices } from "@studbook/db/queries/devices";
import { deleteEmailTokens } from "@studbook/db/queries/email-tokens";
import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { setUserActive } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import type { ToggledUser } from "@studbook/domain/schemas/admin";
import { recordAudit } from "../audit/record-audit.ts";
import { actedBy, lockTarget, type Operator } from "./operator.ts";

/**
 * Makes a member active or inactive, or without `wanted` the other of the two. Deactivating ends every
 * session at once and hides the ads; nothing is deleted, and reactivating brings all of it back. Links that were
 * mailed end for good, since whoever has one could take back what the operator has taken in hand.
 *
 * @throws DomainError USER_NOT_FOUND, FORBIDDEN for an admin, NOT_SIGNED_IN
 */
export function setActive(
  operator: Operator,
  userId: string,
  wanted?: boolean,
): Promise<ToggledUser> {
  return operator.db.transaction().execute(async (tx) => {
    const user = await lockTarget(tx, operator, userId);
    checkMayDeactivate(user);
    const isActive = wanted ?? !user.isActive;
    if (isActive === user.isActive) return { id: user.id, isActive };
    await setUserActive(tx, user.id, isActive);
    if (!isActive) {
      await deleteUserSessions(tx, user.id);
      await deleteUserDevices(tx, user.id);
      await deleteEmailTokens(tx, user.id, "verify-email", "reset-password", "restore-email");
    }
    await recordAudit(tx, {
      ...actedBy(operator),
      action: isActive ? "user.reactivated" : "user.deactivated",
      subject: { type: "user", id: user.id },
    });
    return { id: user.id, isActive };
  });
}

/** Throws DomainError FORBIDDEN for an admin. */
export function checkMayDeactivate({ isAdmin }: { isAdmin: boolean }): void {
  if (isAdmin) throw new DomainError("FORBIDDEN", "An admin cannot be deactivated.");
}
