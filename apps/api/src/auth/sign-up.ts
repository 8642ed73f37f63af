import { isUniqueViolation } from "@studbook/db/errors";
import { isNameTaken } from "@studbook/db/queries/account-names";
import {
  findUserByUsername,
  insertUser,
  isNewUser,
  lockUser,
  USERNAME_KEY,
} from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import type { CurrentUser, Signup } from "@studbook/domain/schemas/account";
import { countLink, queueVerification } from "../account/request-email-verification.ts";
import { applyInfo } from "../account/update-info.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { checkNetworkLimit, SIGN_UPS_PER_NETWORK } from "./attempt-limits.ts";
import { toCurrentUser } from "./current-user.ts";
import { anonymousCaller, ensureHashQueueRoom, hashPassword } from "./passwords.ts";
import { signIn } from "./sign-in.ts";
import { refuseWeakPassword } from "./weak-passwords.ts";

/** How long after its creation an account can be signed in to by repeating the sign-up. */
const REPEAT_SECONDS = 900;

/**
 * Creates an account without a membership and signs the user in. The chosen tier is not stored; the page keeps it. An
 * email address receives a verification link. Repeating a recent sign-up with the same password signs in
 * and replaces an unverified address.
 *
 * @throws DomainError BAD_REQUEST (weak password), USERNAME_TAKEN, TOO_MANY_REQUESTS, BUSY
 */
export async function signUp(ctx: Context, input: Signup): Promise<CurrentUser> {
  const caller = anonymousCaller(ctx);
  await checkNetworkLimit(ctx, SIGN_UPS_PER_NETWORK, ctx.address);
  ensureHashQueueRoom(caller);
  refuseWeakPassword("password", input.password, input.username);
  const { username, email = null } = input;
  if (await isNameTaken(ctx.db, username)) return await repeatSignUp(ctx, input);
  const link = email ? await countLink(ctx, email) : undefined;
  const password = await hashPassword(input.password, caller);
  try {
    const { user, setCookies } = await ctx.db.transaction().execute(async (tx) => {
      const user = await insertUser(tx, {
        username,
        password,
        email,
        emailFromSignUp: email !== null,
      });
      if (link) await queueVerification(tx, ctx, user, link);
      const setCookies = [
        await ctx.session.start(tx, user),
        await ctx.device.remember(tx, user.id),
      ];
      await recordAudit(tx, {
        action: "auth.signed-up",
        actorId: user.id,
        subject: { type: "user", id: user.id },
        requestId: ctx.requestId,
      });
      return { user, setCookies };
    });
    for (const setCookie of setCookies) setCookie();
    return toCurrentUser(user);
  } catch (error) {
    if (!isUniqueViolation(error, USERNAME_KEY)) throw error;
    return await repeatSignUp(ctx, input);
  }
}

/**
 * Signs in the user of a new account if the password is right: the response to the first sign-up may have been lost, and the
 * user tries again. The limits and audit records are those of a sign-in, so this reveals no more than one.
 *
 * @throws DomainError USERNAME_TAKEN, TOO_MANY_REQUESTS, BUSY
 */
async function repeatSignUp(ctx: Context, input: Signup): Promise<CurrentUser> {
  const { username, password, email } = input;
  const account = await findUserByUsername(ctx.db, username);
  const isNew = account && (await isNewUser(ctx.db, account.id, REPEAT_SECONDS));
  if (!isNew) throw usernameTaken();
  const user = await signIn(ctx, { username, password }).catch((error: unknown) => {
    throw error instanceof DomainError && error.code === "BAD_CREDENTIALS"
      ? usernameTaken()
      : error;
  });
  const isOtherEmail = email !== undefined && email !== user.email;
  return isOtherEmail ? await replaceEmail(ctx, account.id, email) : user;
}

/** Replaces the address of the first sign-up, unless it has been verified. */
async function replaceEmail(
  ctx: Context,
  userId: string,
  email: string | null,
): Promise<CurrentUser> {
  const link = email === null ? undefined : await countLink(ctx, email, userId);
  return await ctx.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user?.isActive) throw usernameTaken();
    if (user.verifiedEmail !== null) return toCurrentUser(user);
    const info = { email, emailFromSignUp: email !== null };
    return toCurrentUser(await applyInfo(tx, ctx, { user, info, link }));
  });
}

export function usernameTaken(): DomainError {
  const message = "This username is taken. Please choose another.";
  return new DomainError("USERNAME_TAKEN", message, { issues: [{ path: "username", message }] });
}
