import { isUuid } from "@studbook/domain/uuid";

type Account = { id: string; username: string };

/** The ID of the account, or the reason that none was picked. */
export type PickedAccount = { id: string } | "none" | "too-many" | "ambiguous";

/**
 * Picks the account that a text means among the accounts that match it. The text is a username (case-insensitive) or
 * an ID, which may have the prefix `id:`. An ID is accepted without a match, because an erased account has only its ID.
 * "ambiguous" means that an account's username is another account's ID, which is public.
 *
 * @param isComplete false if there are more matches; the result is then "too-many" instead of "none"
 */
export function pickAccount(
  who: string,
  matches: readonly Account[],
  isComplete: boolean,
): PickedAccount {
  // Usernames contain no colon.
  const id = who.replace(/^id:/, "").toLowerCase();
  const isId = isUuid(id);
  if (isId && id !== who.toLowerCase()) return { id };
  const named = matches.find(({ username }) => username.toLowerCase() === who.toLowerCase());
  if (isId) return named ? "ambiguous" : { id };
  if (named) return { id: named.id };
  return isComplete ? "none" : "too-many";
}
