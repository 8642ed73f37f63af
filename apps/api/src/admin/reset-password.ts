import { randomBytes } from "node:crypto";
import { deleteUserDevices } from "@studbook/db/queries/devices";
import { deleteEmailTokens } from "@studbook/db/queries/email-tokens";
import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { setUserEmails, updateUserPassword } from "@studbook/db/queries/users";
import { recordAudit } from "../audit/record-audit.ts";
import { hashPassword } from "../auth/passwords.ts";
import { clearSignInFailures } from "../auth/sign-in-attempts.ts";
import type { Enqueue } from "../jobs/boss.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { auditActor, lockTarget, type Operator } from "./operator.ts";

/**
 * Sets a random password for a user after the operator has confirmed who owns the account. Ends all sessions, forgets all
 * devices, revokes all emailed links and resets the count of failed sign-ins. The address stays but is no longer verified,
 * and gets no link that restores it, since it may be an attacker's: an owner who still has the verified address can reset
 * the password by email instead.
 *
 * @returns the password, which is not stored
 * @throws DomainError USER_NOT_FOUND, NOT_SIGNED_IN, FORBIDDEN
 */
export async function resetPassword(
  operator: Operator & { enqueue: Enqueue },
  userId: string,
): Promise<string> {
  const password = randomBytes(15).toString("base64url");
  const hash = await hashPassword(password);
  await operator.db.transaction().execute(async (tx) => {
    const { id, email, verifiedEmail } = await lockTarget(tx, operator, userId);
    await updateUserPassword(tx, id, hash);
    await deleteUserSessions(tx, id);
    await deleteUserDevices(tx, id);
    await deleteEmailTokens(tx, id, "verify-email", "reset-password", "restore-email");
    await setUserEmails(tx, id, { email, verifiedEmail: null });
    await clearSignInFailures(tx, id);
    const by = auditActor(operator);
    await recordAudit(tx, {
      ...by,
      action: "user.password-reset",
      subject: { type: "user", id },
      details: { ...by.details, verifiedEmailRemoved: verifiedEmail !== null },
    });
    if (verifiedEmail) {
      const notice = { kind: "password-set", details: {}, userId: id } as const;
      await queueMail(tx, operator.enqueue, { ...notice, email: verifiedEmail });
    }
  });
  return password;
}
