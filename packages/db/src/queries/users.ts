import type { Tier } from "@studbook/domain/plans";
import { usernameKey } from "@studbook/domain/schemas/account";
import { isUuid } from "@studbook/domain/uuid";
import { type Selectable, sql, type Updateable } from "kysely";
import type { Db, Tx } from "../client.ts";
import type { Users } from "../schema.gen.ts";

export type User = Selectable<Users>;

export type NewUser = {
  /** A new one unless given. */
  id?: string;
  username: string;
  /** The hash, never the password itself. */
  password: string;
  email?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  isAdmin?: boolean;
  isActive?: boolean;
  membershipTier?: "basic" | "premium" | null;
  membershipExpiresAt?: Date | null;
  /** Usually the same as `email`; verified when the account was made. */
  verifiedEmail?: string | null;
  createdAt?: Date;
};

/** The name of the index that makes a username unique by its `usernameKey`. */
export const USERNAME_KEY = "users_username_key";

/** The user of an id. A malformed one belongs to nobody. */
export async function findUserById(db: Db, id: string): Promise<User | undefined> {
  if (!isUuid(id)) return undefined;
  return await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Finds a user by name, as `usernameKey` compares names. */
export async function findUserByUsername(db: Db, username: string): Promise<User | undefined> {
  return await db
    .selectFrom("users")
    .selectAll()
    .where(sql<boolean>`lower(username collate "C") = ${usernameKey(username)}`)
    .executeTakeFirst();
}

/** Locks a user's row until the transaction ends; before the user's ads, photos or payments change. */
export async function lockUser(tx: Tx, id: string): Promise<User | undefined> {
  return await tx
    .selectFrom("users")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the rows of several users in the order of their ids, as every transaction does. A malformed id belongs to nobody. */
export async function lockUsers(tx: Tx, ids: readonly string[]): Promise<User[]> {
  return await tx
    .selectFrom("users")
    .selectAll()
    .where((eb) => eb("id", "=", eb.fn.any(eb.val(ids.filter(isUuid)))))
    .orderBy("id")
    .forUpdate()
    .execute();
}

/**
 * Locks every admin who is active and this user beside them, so that of several at once who cease to
 * be one the last stays. Returns the ids of the active admins. A malformed id belongs to nobody.
 */
export async function lockActiveAdmins(tx: Tx, besides: string): Promise<string[]> {
  const locked = await tx
    .selectFrom("users")
    .select(["id", "isAdmin"])
    .where((eb) =>
      eb.or([
        eb("id", "=", eb.fn.any(eb.val([besides].filter(isUuid)))),
        eb.and({ isAdmin: true, isActive: true }),
      ]),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  return locked.filter(({ isAdmin }) => isAdmin).map(({ id }) => id);
}

export async function isActiveAdmin(db: Db, id: string): Promise<boolean> {
  const admin = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("isAdmin", "=", true)
    .where("isActive", "=", true)
    .executeTakeFirst();
  return admin !== undefined;
}

/** Changes the given fields of a user that exists. The verified address stays what it is. */
export async function updateUserInfo(
  db: Db,
  id: string,
  info: Pick<Updateable<Users>, "email" | "firstName" | "lastName">,
): Promise<User> {
  return await db
    .updateTable("users")
    .set({ ...info, updatedAt: sql<Date>`studbook_now()` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Gives a user these addresses: the newest one, and the verified one, which is verified now. The caller
 * has locked the user.
 */
export async function setUserEmails(
  tx: Tx,
  id: string,
  emails: { email: string | null; verifiedEmail: string | null },
): Promise<void> {
  const now = sql<Date>`studbook_now()`;
  await tx
    .updateTable("users")
    .set({ ...emails, emailVerifiedAt: emails.verifiedEmail && now, updatedAt: now })
    .where("id", "=", id)
    .execute();
}

/**
 * The active users whom a username or a verified address means and who have a verified address, at most
 * `limit`: an address may belong to several.
 */
export async function listUsersToReset(db: Db, account: string, limit: number): Promise<string[]> {
  const key = usernameKey(account);
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where(
      sql<boolean>`(lower(username collate "C") = ${key} or lower(verified_email collate "C") = ${key})`,
    )
    .where("verifiedEmail", "is not", null)
    .where("isActive", "=", true)
    .orderBy("createdAt")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces a user's password; `password` is the hash. */
export async function updateUserPassword(db: Db, id: string, password: string): Promise<void> {
  await db
    .updateTable("users")
    .set({ password, updatedAt: sql<Date>`studbook_now()` })
    .where("id", "=", id)
    .execute();
}

/**
 * Gives a user a membership until `expiresAt`, or none, and with it shows or hides the user's ads. The
 * caller has locked the user.
 */
export async function setMembership(
  tx: Tx,
  id: string,
  membership: { tier: Tier; expiresAt: Date } | null,
): Promise<void> {
  await tx
    .updateTable("users")
    .set({
      membershipTier: membership?.tier ?? null,
      membershipExpiresAt: membership?.expiresAt ?? null,
      updatedAt: sql<Date>`studbook_now()`,
    })
    .where("id", "=", id)
    .execute();
}

/** Activates or deactivates a user, and with it shows or hides the user's ads. The caller has locked the user. */
export async function setUserActive(tx: Tx, id: string, isActive: boolean): Promise<void> {
  await tx
    .updateTable("users")
    .set({ isActive, updatedAt: sql<Date>`studbook_now()` })
    .where("id", "=", id)
    .execute();
}

/** Makes a user an admin or no longer one. The caller has locked the user. */
export async function setUserAdmin(tx: Tx, id: string, isAdmin: boolean): Promise<void> {
  await tx
    .updateTable("users")
    .set({ isAdmin, updatedAt: sql<Date>`studbook_now()` })
    .where("id", "=", id)
    .execute();
}

/** Adds a user. A name that is taken is a unique violation of `USERNAME_KEY`. */
export async function insertUser(db: Db, user: NewUser): Promise<User> {
  const verifiedAt = user.verifiedEmail ? (user.createdAt ?? sql<Date>`studbook_now()`) : null;
  return await db
    .insertInto("users")
    .values({ ...user, emailVerifiedAt: verifiedAt })
    .returningAll()
    .executeTakeFirstOrThrow();
}
