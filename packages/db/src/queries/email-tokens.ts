import { sql } from "kysely";
import type { Db, Tx } from "../client.ts";

export type EmailPurpose = "verify-email" | "reset-password" | "restore-email";

/** Whose link it is, and the address that it was sent to. */
export type EmailToken = { id: number; userId: string; email: string };

const EXPIRY = (minutes: number) => sql<Date>`studbook_now() + make_interval(mins => ${minutes})`;
const STILL_WORKS = sql<boolean>`expires_at > studbook_now()`;

/** Keeps the hash of a link's token for some minutes. Links that were sent before go on working. */
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
 * Prepares a link that restores an address. It gets its token when it is sent, and expires in any case
 * after so many minutes. The caller has locked the user. Returns its id.
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

/** The link of a user that restores an address, sent or not, unless it was used, voided or is too old. */
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
    .where(STILL_WORKS)
    .executeTakeFirst();
}

/** Gives a prepared link the hash of its token and its minutes from now on; nothing if it was voided. */
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

/** What a token that still works was sent for. */
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
    .where(STILL_WORKS)
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
    .where(STILL_WORKS)
    .returning(["id", "userId", "email"])
    .executeTakeFirst();
}

/** Ends the links of a user that were made for these purposes. The caller has locked the user. */
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

/** Ends the links of a user that restore addresses verified after this one. The caller has locked the user. */
export async function deleteLaterRestoreLinks(tx: Tx, { id, userId }: EmailToken): Promise<void> {
  await tx
    .deleteFrom("emailTokens")
    .where("userId", "=", userId)
    .where("purpose", "=", "restore-email")
    .where("id", ">", id)
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
