import { sql } from "kysely";
import type { Db, Tx } from "../client.ts";

export type EmailPurpose = "verify-email" | "reset-password" | "restore-email";

/** A link's owner, and the address that it was sent to. */
export type EmailToken = { id: number; userId: string; email: string };

const EXPIRY = (minutes: number) => sql<Date>`studbook_now() + make_interval(mins => ${minutes})`;
const IS_VALID = sql<boolean>`expires_at > studbook_now()`;

/** Stores the hash of a link's token for some minutes. Earlier links stay valid. */
export async function insertEmailToken(
  tx: Tx,
  token: Omit<EmailToken, "id"> & { hash: string; purpose: EmailPurpose; minutes: number },
): Promise<void> {
  const { minutes, ...fields } = token;
  await tx
    .insertInto("emailTokens")
    .values({ ...fields, expiresAt: EXPIRY(minutes) })
    .execute();
}

/**
 * Prepares a link that restores an address. It gets its token when it is sent; unsent, it expires after `minutes`.
 * The caller has locked the user. Returns its ID.
 */
export async function insertRestoreLink(
  tx: Tx,
  link: { userId: string; email: string; minutes: number },
): Promise<number> {
  const { minutes, ...fields } = link;
  const { id } = await tx
    .insertInto("emailTokens")
    .values({ ...fields, purpose: "restore-email", expiresAt: EXPIRY(minutes) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Finds a user's link that restores an address, sent or not, unless it was used, revoked or has expired. */
export async function findRestoreLink(
  db: Db,
  id: number,
  userId: string,
): Promise<EmailToken | undefined> {
  return await db
    .selectFrom("emailTokens")
    .select(["id", "userId", "email"])
    .where("id", "=", id)
    .where("userId", "=", userId)
    .where("purpose", "=", "restore-email")
    .where(IS_VALID)
    .executeTakeFirst();
}

/** Sets the token hash of a prepared link and its expiry from now. Does nothing if the link was revoked. */
export async function setRestoreLinkSent(
  tx: Tx,
  id: number,
  { hash, minutes }: { hash: string; minutes: number },
): Promise<void> {
  await tx
    .updateTable("emailTokens")
    .set({ hash, expiresAt: EXPIRY(minutes) })
    .where("id", "=", id)
    .execute();
}

/** Finds a valid token. */
export async function findEmailToken(
  db: Db,
  hash: string,
  purpose: EmailPurpose,
): Promise<EmailToken | undefined> {
  return await db
    .selectFrom("emailTokens")
    .select(["id", "userId", "email"])
    .where("hash", "=", hash)
    .where("purpose", "=", purpose)
    .where(IS_VALID)
    .executeTakeFirst();
}

/** Consumes a valid token; only one of several concurrent callers gets it. The caller has locked the user. */
export async function consumeEmailToken(
  tx: Tx,
  hash: string,
  purpose: EmailPurpose,
): Promise<EmailToken | undefined> {
  return await tx
    .deleteFrom("emailTokens")
    .where("hash", "=", hash)
    .where("purpose", "=", purpose)
    .where(IS_VALID)
    .returning(["id", "userId", "email"])
    .executeTakeFirst();
}

/** Revokes a user's links for these purposes. The caller has locked the user. */
export async function deleteEmailTokens(
  tx: Tx,
  userId: string,
  ...purposes: EmailPurpose[]
): Promise<void> {
  await tx
    .deleteFrom("emailTokens")
    .where("userId", "=", userId)
    .where("purpose", "in", purposes)
    .execute();
}

/** Revokes a user's links that restore addresses verified after this one. The caller has locked the user. */
export async function deleteLaterRestoreLinks(tx: Tx, { id, userId }: EmailToken): Promise<void> {
  await tx
    .deleteFrom("emailTokens")
    .where("userId", "=", userId)
    .where("purpose", "=", "restore-email")
    .where("id", ">", id)
    .execute();
}

/** Deletes expired tokens. Returns how many. */
export async function deleteExpiredEmailTokens(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("emailTokens")
    .where("expiresAt", "<=", sql<Date>`studbook_now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
