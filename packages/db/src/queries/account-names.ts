import { usernameKey } from "@studbook/domain/schemas/account";
import { sql } from "kysely";
import type { Db } from "../client.ts";
import type { User } from "./users.ts";

/**
 * Finds the account that may sign in with a name: the one with this username, otherwise the one with this verified
 * address, unless several accounts share it. Compared by `usernameKey`; inactive accounts are found too.
 */
export async function findUserBySignInName(db: Db, name: string): Promise<User | undefined> {
  const key = usernameKey(name);
  const found = await db
    .selectFrom("users")
    .selectAll()
    .where((eb) =>
      eb.or([
        sql<boolean>`lower(username collate "C") = ${key}`,
        sql<boolean>`(verified_email is not null and lower(verified_email collate "C") = ${key})`,
      ]),
    )
    .orderBy(sql`lower(username collate "C") = ${key}`, "desc")
    .limit(2)
    .execute();
  const [first] = found;
  return first && (found.length === 1 || usernameKey(first.username) === key) ? first : undefined;
}

/** Whether the text is the username or the verified address of an account, active or not, compared by `usernameKey`. */
export async function isNameTaken(db: Db, name: string): Promise<boolean> {
  const key = usernameKey(name);
  const { rows } = await sql<{ isTaken: boolean }>`
    select exists (select from users where lower(username collate "C") = ${key})
        or exists (select from users where verified_email is not null
          and lower(verified_email collate "C") = ${key}) as "isTaken"`.execute(db);
  return rows.some(({ isTaken }) => isTaken);
}
