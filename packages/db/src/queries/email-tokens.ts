import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../client.ts";
import type { EmailTokens } from "../schema.gen.ts";

export type EmailPurpose = "verify-email" | "reset-password";

export type EmailToken = Pick<Selectable<EmailTokens>, "userId" | "email">;

/** Keeps the hash of a link's token from now on; the link before it, for the same purpose, ends. */
export async function replaceEmailToken(
  tx: Tx,
  token: EmailToken & { hash: string; purpose: EmailPurpose; minutes: number },
): Promise<void> {
  const { minutes, ...fields } = token;
  const expiresAt = sql<Date>`studbook_now() + make_interval(mins => ${minutes})`;
  await tx
    .insertInto("emailTokens")
    .values({ ...fields, expiresAt })
    .onConflict((conflict) =>
      conflict.columns(["userId", "purpose"]).doUpdateSet((eb) => ({
        hash: eb.ref("excluded.hash"),
        email: eb.ref("excluded.email"),
        expiresAt: eb.ref("excluded.expiresAt"),
      })),
    )
    .execute();
}

/** What a token that still works was sent for. */
export async function findEmailToken(
  db: Db,
  hash: string,
  purpose: EmailPurpose,
): Promise<EmailToken | undefined> {
  return await db
    .selectFrom("emailTokens")
    .select(["userId", "email"])
    .where("hash", "=", hash)
    .where("purpose", "=", purpose)
    .where("expiresAt", ">", sql<Date>`studbook_now()`)
    .executeTakeFirst();
}

/** Uses up a token that still works; of several at once one gets it. The caller has locked the user. */
export async function takeEmailToken(
  tx: Tx,
  hash: string,
  purpose: EmailPurpose,
): Promise<EmailToken | undefined> {
  return await tx
    .deleteFrom("emailTokens")
    .where("hash", "=", hash)
    .where("purpose", "=", purpose)
    .where("expiresAt", ">", sql<Date>`studbook_now()`)
    .returning(["userId", "email"])
    .executeTakeFirst();
}

/** Ends the links of a user that were sent for this purpose. */
export async function deleteEmailTokens(
  tx: Tx,
  userId: string,
  purpose: EmailPurpose,
): Promise<void> {
  await tx
    .deleteFrom("emailTokens")
    .where("userId", "=", userId)
    .where("purpose", "=", purpose)
    .execute();
}

/** Removes tokens whose time has passed. Returns how many. */
export async function deleteEndedEmailTokens(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("emailTokens")
    .where("expiresAt", "<=", sql<Date>`studbook_now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
