import { findUserByUsername, lockUser } from "@studbook/db/queries/users";
import { type CurrentUser, type Login, Username, usernameKey } from "@studbook/domain/account";
import { DomainError } from "@studbook/domain/errors";
import type { Context } from "../context.ts";
import { toCurrentUser } from "./current-user.ts";
import { ensureHashing, isPassword } from "./passwords.ts";
import {
  checkTries,
  networkOf,
  restoreTries,
  SIGN_IN_OF_ACCOUNT,
  SIGN_IN_OF_ADDRESS,
} from "./tries.ts";

/**
 * Signs a user in. An unknown name, a wrong password and an inactive account are told apart neither
 * by the answer nor by its time: each takes exactly one hash.
 *
 * @throws DomainError BAD_CREDENTIALS, TOO_MANY_REQUESTS, BUSY
 */
export async function signIn(ctx: Context, input: Login): Promise<CurrentUser> {
  ensureHashing();
  const network = networkOf(ctx.address);
  await checkTries(ctx, SIGN_IN_OF_ADDRESS, network);
  await checkTries(ctx, SIGN_IN_OF_ACCOUNT, usernameKey(input.username), network);
  const name = Username.safeParse(input.username);
  const found = name.success ? await findUserByUsername(ctx.db, name.data) : undefined;
  const matches = await isPassword(found?.isActive ? found.password : undefined, input.password);
  if (!found || !matches) throw badCredentials();
  const user = await ctx.db.transaction().execute(async (tx) => {
    const locked = await lockUser(tx, found.id);
    // Deactivated, or given another password, while the hash was checked.
    if (!locked?.isActive || locked.password !== found.password) throw badCredentials();
    await ctx.session.begin(tx, locked.id);
    return locked;
  });
  await restoreTries(ctx, SIGN_IN_OF_ACCOUNT, usernameKey(input.username), network);
  return toCurrentUser(user);
}

function badCredentials(): DomainError {
  return new DomainError("BAD_CREDENTIALS", "Invalid username or password");
}
