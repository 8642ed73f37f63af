import type { User } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { recordAuditWithoutTransaction } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { checkNetworkLimit, PASSWORD_CHECKS_PER_NETWORK } from "./attempt-limits.ts";
import { ensureHashQueueRoom, knownCaller, verifyPassword } from "./passwords.ts";
import { type AttemptSubject, startPasswordAttempt } from "./sign-in-attempts.ts";

/**
 * Requires an account's password before the password or the verified address changes. Each wrong password is recorded
 * in the audit log and counts toward the limits of the network and of the subject that {@link chooseAttemptSubject}
 * returns.
 *
 * @param createError creates the error for a wrong password
 * @throws DomainError BAD_REQUEST (missing or wrong password), TOO_MANY_REQUESTS, BUSY
 */
export async function verifyCurrentPassword(
  ctx: Context,
  user: Pick<User, "id" | "password">,
  password: string | undefined,
  createError: () => DomainError = wrongPassword,
): Promise<void> {
  if (password === undefined) throw badPassword("Password is required");
  await checkNetworkLimit(ctx, PASSWORD_CHECKS_PER_NETWORK, ctx.address);
  const caller = knownCaller(ctx, user.id);
  ensureHashQueueRoom(caller);
  const attempt = await startPasswordAttempt(ctx, await chooseAttemptSubject(ctx, user.id));
  const matches = await attempt.run(() => verifyPassword(user.password, password, caller));
  if (!matches) {
    await recordAuditWithoutTransaction(ctx.db, {
      action: "account.password-check-failed",
      actorId: ctx.session.user?.id,
      subject: { type: "user", id: user.id },
      requestId: ctx.requestId,
    });
    throw createError();
  }
  await attempt.clearFailures();
}

/**
 * Returns the subject that a wrong password counts against: the session, if it belongs to the account; otherwise the same
 * subject as for a sign-in. A stolen session therefore cannot lock out the user's other sessions or start new ones without
 * the password.
 */
async function chooseAttemptSubject(
  { db, session, device }: Context,
  userId: string,
): Promise<AttemptSubject> {
  if (session.sid && session.user?.id === userId) return { kind: "session", id: session.sid };
  const remembered = await device.find(db);
  return remembered?.userId === userId
    ? { kind: "device", id: remembered.hash }
    : { kind: "user", id: userId };
}

export function wrongPassword(): DomainError {
  return badPassword("The password is incorrect.");
}

function badPassword(message: string): DomainError {
  return new DomainError("BAD_REQUEST", message, { issues: [{ path: "password", message }] });
}
