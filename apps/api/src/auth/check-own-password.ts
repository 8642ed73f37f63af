import type { User } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { recordAuditWithoutTransaction } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { checkNetworkLimit, PASSWORD_CHECKS_PER_NETWORK } from "./attempt-limits.ts";
import { ensureHashing, isPassword, knownCaller } from "./passwords.ts";
import { type SignInSubject, startSignInAttempt } from "./sign-in-attempts.ts";

/**
 * Requires the password of an account before its password or verified address changes. Each wrong password is recorded
 * in the audit log and counts for the network and for the subject that {@link findSubject} returns.
 *
 * @param wrong creates the error for a wrong password
 * @throws DomainError BAD_REQUEST (missing or wrong password), TOO_MANY_REQUESTS, BUSY
 */
export async function checkOwnPassword(
  ctx: Context,
  user: Pick<User, "id" | "password">,
  password: string | undefined,
  wrong: () => DomainError = wrongPassword,
): Promise<void> {
  if (password === undefined) throw badPassword("Password is required");
  await checkNetworkLimit(ctx, PASSWORD_CHECKS_PER_NETWORK, ctx.address);
  const caller = knownCaller(ctx, user.id);
  ensureHashing(caller);
  const attempt = await startSignInAttempt(ctx, await findSubject(ctx, user.id));
  const matches = await isPassword(user.password, password, caller).catch(
    async (error: unknown) => {
      await attempt.release();
      throw error;
    },
  );
  if (!matches) {
    await recordAuditWithoutTransaction(ctx.db, {
      action: "account.password-check-failed",
      actorId: ctx.session.user?.id,
      subject: { type: "user", id: user.id },
      requestId: ctx.requestId,
    });
    throw wrong();
  }
  await attempt.clearFailures();
}

/**
 * Returns whom a wrong password counts against: the account's session if the request has one, otherwise as for a sign-in.
 * A thief who has stolen one session can therefore not lock out the others, nor start new ones without the password.
 */
async function findSubject(
  { db, session, device }: Context,
  userId: string,
): Promise<SignInSubject> {
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
