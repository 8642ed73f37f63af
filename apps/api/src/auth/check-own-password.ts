import type { User } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import { recordAuditAlone } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { ensureHashing, isPassword, knownCaller } from "./passwords.ts";
import { beginSignInTry, type SignInSubject } from "./sign-in-tries.ts";
import { checkNetworkTries, PASSWORD_OF_ADDRESS } from "./tries.ts";

/**
 * Makes sure that somebody knows the password of an account before its password or its verified address changes.
 * Each wrong one is recorded, and counted where it was given (see {@link findSubject}) and for the network.
 *
 * @param wrong makes the refusal of a wrong password
 * @throws DomainError BAD_REQUEST (missing or wrong password), TOO_MANY_REQUESTS, BUSY
 */
export async function checkOwnPassword(
  ctx: Context,
  user: Pick<User, "id" | "password">,
  password: string | undefined,
  wrong: () => DomainError = wrongPassword,
): Promise<void> {
  if (password === undefined) throw badPassword("Password is required");
  await checkNetworkTries(ctx, PASSWORD_OF_ADDRESS, ctx.address);
  const caller = knownCaller(ctx, user.id);
  ensureHashing(caller);
  const attempt = await beginSignInTry(ctx, await findSubject(ctx, user.id));
  const matches = await isPassword(user.password, password, caller).catch(
    async (error: unknown) => {
      await attempt.takeBack();
      throw error;
    },
  );
  if (!matches) {
    await recordAuditAlone(ctx.db, {
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
 * Whose failure a wrong password is: that of the account's session, since nobody begins another one without the
 * password, so whoever borrows a session locks nobody out of the others. Without a session it is a sign-in's.
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
