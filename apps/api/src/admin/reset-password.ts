import { randomBytes } from "node:crypto";
import { deleteUserDevices } from "@studbook/db/queries/devices";
import { deleteEmailTokens } from "@studbook/db/queries/email-tokens";
import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { updateUserPassword } from "@studbook/db/queries/users";
import { recordAudit } from "../audit/record-audit.ts";
import { hashPassword } from "../auth/passwords.ts";
import { clearSignInFailures } from "../auth/sign-in-tries.ts";
import type { Enqueue } from "../jobs/boss.ts";
import { queuePasswordNotice } from "../mail/queue-password-notice.ts";
import { actedBy, lockTarget, type Operator } from "./operator.ts";

/**
 * Gives a user a new password that nobody has chosen, and ends all sessions and any link that would set
 * another or restore an earlier address: the operator has found out whose account it is. Whoever was locked out by
 * wrong ones may try again.
 *
 * @returns the password, which is kept nowhere
 * @throws DomainError USER_NOT_FOUND, NOT_SIGNED_IN, FORBIDDEN
 */
export async function resetPassword(
  operator: Operator & { enqueue: Enqueue },
  userId: string,
): Promise<string> {
  const password = randomBytes(15).toString("base64url");
  const hash = await hashPassword(password);
  await operator.db.transaction().execute(async (tx) => {
    const user = await lockTarget(tx, operator, userId);
    await updateUserPassword(tx, user.id, hash);
    await deleteUserSessions(tx, user.id);
    await deleteUserDevices(tx, user.id);
    await deleteEmailTokens(tx, user.id, "reset-password", "restore-email");
    await clearSignInFailures(tx, user.id);
    await recordAudit(tx, {
      ...actedBy(operator),
      action: "user.password-reset",
      subject: { type: "user", id: user.id },
    });
    await queuePasswordNotice(tx, operator.enqueue, user.id);
  });
  return password;
}
