import type { Tier } from "@studbook/domain/plans";
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
  createdAt?: Date;
};

/** The name of the index that makes a username unique whatever its case. */
export const USERNAME_KEY = "users_username_key";

export async function findUserById(db: Db, id: string): Promise<User | undefined> {
  return await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Finds a user by name, whatever its case. */
export async function findUserByUsername(db: Db, username: string): Promise<User | undefined> {
  return await db
    .selectFrom("users")
    .selectAll()
    .where(sql<boolean>`lower(username) = lower(${username})`)
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

/** Changes the given fields of a user that exists. */
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

/** Adds a user. A name that is taken is a unique violation of `USERNAME_KEY`. */
export async function insertUser(db: Db, user: NewUser): Promise<User> {
  return await db.insertInto("users").values(user).returningAll().executeTakeFirstOrThrow();
}
