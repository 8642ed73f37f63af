import type { Db } from "@studbook/db/client";
import { findUserByUsername, type User } from "@studbook/db/queries/users";
import { Username } from "@studbook/domain/schemas/account";

/** The account, active or not, that somebody means who signs in with this text. */
export async function findAccount(db: Db, typed: string): Promise<User | undefined> {
  const name = Username.safeParse(typed);
  return name.success ? await findUserByUsername(db, name.data) : undefined;
}
