import { isUniqueViolation } from "@studbook/db/errors";
import { findUserByUsername, insertUser, USERNAME_KEY } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import type { CurrentUser, Signup } from "@studbook/domain/schemas/account";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { toCurrentUser } from "./current-user.ts";
import { refuseGuessable } from "./guessable-passwords.ts";
import { anonymousCaller, ensureHashing, hashPassword } from "./passwords.ts";
import { checkNetworkTries, SIGN_UP_OF_ADDRESS } from "./tries.ts";

/**
 * Creates an account without a membership and signs it in. The tier chosen travels with the page.
 *
 * @throws DomainError BAD_REQUEST (guessable password), USERNAME_TAKEN, TOO_MANY_REQUESTS, BUSY
 */
export async function signUp(ctx: Context, input: Signup): Promise<CurrentUser> {
  const caller = anonymousCaller(ctx);
  await checkNetworkTries(ctx, SIGN_UP_OF_ADDRESS, ctx.address);
  ensureHashing(caller);
  refuseGuessable("password", input.password, input.username);
  if (await findUserByUsername(ctx.db, input.username)) throw taken();
  const password = await hashPassword(input.password, caller);
  try {
    const { user, setCookies } = await ctx.db.transaction().execute(async (tx) => {
      const user = await insertUser(tx, { username: input.username, password });
      const setCookies = [
        await ctx.session.begin(tx, user.id),
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
    throw isUniqueViolation(error, USERNAME_KEY) ? taken() : error;
  }
}

function taken(): DomainError {
  const message = "This username is taken. Please choose another.";
  return new DomainError("USERNAME_TAKEN", message, { issues: [{ path: "username", message }] });
}
