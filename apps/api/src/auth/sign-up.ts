import { isUniqueViolation } from "@studbook/db/errors";
import { insertUser, isNameTaken, USERNAME_KEY } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import type { CurrentUser, Signup } from "@studbook/domain/schemas/account";
import { countLink, queueVerification } from "../account/request-email-verification.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { checkNetworkLimit, SIGN_UPS_PER_NETWORK } from "./attempt-limits.ts";
import { toCurrentUser } from "./current-user.ts";
import { anonymousCaller, ensureHashQueueRoom, hashPassword } from "./passwords.ts";
import { refuseWeakPassword } from "./weak-passwords.ts";

/**
 * Creates an account without a membership and signs the user in. The chosen tier is not stored; the page keeps it. An
 * email address receives a verification link.
 *
 * @throws DomainError BAD_REQUEST (weak password), USERNAME_TAKEN, TOO_MANY_REQUESTS, BUSY
 */
export async function signUp(ctx: Context, input: Signup): Promise<CurrentUser> {
  const caller = anonymousCaller(ctx);
  await checkNetworkLimit(ctx, SIGN_UPS_PER_NETWORK, ctx.address);
  ensureHashQueueRoom(caller);
  refuseWeakPassword("password", input.password, input.username);
  if (await isNameTaken(ctx.db, input.username)) throw usernameTaken();
  const { username, email = null } = input;
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
        await ctx.session.start(tx, user.id),
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
    throw isUniqueViolation(error, USERNAME_KEY) ? usernameTaken() : error;
  }
}

export function usernameTaken(): DomainError {
  const message = "This username is taken. Please choose another.";
  return new DomainError("USERNAME_TAKEN", message, { issues: [{ path: "username", message }] });
}
