import { randomUUID } from "node:crypto";
import type { Db } from "@studbook/db/client";
import { insertUser, lockUser, setUserActive } from "@studbook/db/queries/users";
import { createAd, createUser } from "@studbook/db/test-factories";
import type { NewAdFields } from "@studbook/domain/ad";
import { hashPassword } from "../auth/passwords.ts";
import { newAdFields, PASSWORD, signInAs } from "../testing.ts";
import type { Role } from "./table.ts";

/** One cell's own people and ads, so that no cell changes another's. */
export type World = {
  /** The caller's `Cookie` header; undefined for a visitor. */
  cookie: string | undefined;
  username: string;
  /** The fields of an ad the caller may create. */
  fields: NewAdFields;
  ownAdId: string;
  /** A public ad of another member. */
  publicAdId: string;
  /** An ad of an owner whose membership has expired. */
  hiddenAdId: string;
};

const PAST = new Date("2020-01-01T00:00:00Z");
const FUTURE = new Date("2090-01-01T00:00:00Z");

const password = hashPassword(PASSWORD);

/** Makes the caller of a role, and what it may act on. Basic members get an ad of their own on demand. */
export async function createWorld(db: Db, role: Role, withOwnAd: boolean): Promise<World> {
  const username = `caller-${randomUUID().slice(0, 8)}`;
  const { id } = await insertUser(db, {
    username,
    password: await password,
    isAdmin: role === "admin",
    membershipTier: role === "admin" ? null : role === "basic" ? "basic" : "premium",
    membershipExpiresAt: role === "admin" ? null : role === "expired" ? PAST : FUTURE,
  });
  const ownAdId = withOwnAd ? (await createAd(db, id)).id : "";
  const other = await createUser(db, { membershipExpiresAt: FUTURE });
  const expired = await createUser(db, { membershipExpiresAt: PAST });
  const cookie = role === "visitor" ? undefined : await signInAs(db, id);
  if (role === "inactive") {
    await db.transaction().execute(async (tx) => {
      await lockUser(tx, id);
      await setUserActive(tx, id, false);
    });
  }
  return {
    cookie,
    username,
    fields: await newAdFields(db, id),
    ownAdId,
    publicAdId: (await createAd(db, other.id)).id,
    hiddenAdId: (await createAd(db, expired.id)).id,
  };
}
