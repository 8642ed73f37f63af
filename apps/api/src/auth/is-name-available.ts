import { isNameTaken } from "@studbook/db/queries/account-names";
import type { NameQuery } from "@studbook/domain/schemas/account";
import type { Context } from "../context.ts";
import { checkNetworkLimit, NAMES_PER_NETWORK } from "./attempt-limits.ts";

/**
 * Returns whether a new account could have this username. Names are public, but the limit keeps a network from trying
 * many.
 *
 * @throws DomainError TOO_MANY_REQUESTS
 */
export async function isNameAvailable(ctx: Context, { username }: NameQuery): Promise<boolean> {
  await checkNetworkLimit(ctx, NAMES_PER_NETWORK, ctx.address);
  return !(await isNameTaken(ctx.db, username));
}
