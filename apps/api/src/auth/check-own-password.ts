import type { User } from "@studbook/db/queries/users";
import { DomainError } from "@studbook/domain/errors";
import type { Context } from "../context.ts";
import { isPassword, knownCaller } from "./passwords.ts";
import {
  checkNetworkTries,
  checkTries,
  PASSWORD_OF_ADDRESS,
  PASSWORD_OF_USER,
  restoreTries,
} from "./tries.ts";

/**
 * Makes sure that somebody knows the password of an account before its verified address changes. Wrong
 * ones are counted for the account, together with those of a password change, and for the network.
 *
 * @throws DomainError BAD_REQUEST (missing or wrong password), TOO_MANY_REQUESTS, BUSY
 */
export async function checkOwnPassword(
  ctx: Context,
  user: Pick<User, "id" | "password">,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) throw badPassword("Password is required");
  await checkNetworkTries(ctx, PASSWORD_OF_ADDRESS, ctx.address);
  await checkTries(ctx, PASSWORD_OF_USER, user.id);
  const caller = knownCaller(ctx, user.id);
  if (!(await isPassword(user.password, password, caller))) throw wrongPassword();
  await restoreTries(ctx, PASSWORD_OF_USER, user.id);
}

export function wrongPassword(): DomainError {
  return badPassword("The password is not right.");
}

function badPassword(message: string): DomainError {
  return new DomainError("BAD_REQUEST", message, { issues: [{ path: "password", message }] });
}
