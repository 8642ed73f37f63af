import { isUuid } from "@studbook/domain/uuid";

type Account = { id: string; username: string };

/** The id of the account, or why there is none. */
export type PickedAccount = { id: string } | "none" | "many" | "both";

/**
 * Which account a text means, of those that were found for it: its username, whatever the case, or its id.
 * An erased account has no more than its id. "both" where an account has the id of another one, which is
 * public, or of an erased one as its username; `id:` before an id says that it is one.
 *
 * @param isAll whether no more accounts were found
 */
export function pickAccount(who: string, found: readonly Account[], isAll: boolean): PickedAccount {
  // No username has a colon.
  const id = who.replace(/^id:/, "").toLowerCase();
  const isId = isUuid(id);
  if (isId && id !== who.toLowerCase()) return { id };
  const named = found.find(({ username }) => username.toLowerCase() === who.toLowerCase());
  if (isId) return named ? "both" : { id };
  if (named) return { id: named.id };
  return isAll ? "none" : "many";
}
