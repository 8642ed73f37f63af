import type { Db } from "@studbook/db/client";
import { type EmailPurpose, insertEmailToken } from "@studbook/db/queries/email-tokens";
import { findUserById } from "@studbook/db/queries/users";
import { createSessionToken } from "../src/auth/lucia.ts";
import { createMember } from "./test-app.ts";

type TestLink = { userId: string; purpose: EmailPurpose; email: string };

/** Stores an emailed link without sending the email. Returns its token. */
export async function addLink(db: Db, link: TestLink): Promise<string> {
  const { token, sid: hash } = createSessionToken();
  await db.transaction().execute((tx) => insertEmailToken(tx, { ...link, hash, minutes: 60 }));
  return token;
}

/** Returns a new email address whose local part starts with `name`. */
export function newAddress(name: string): string {
  return `${name}-${crypto.randomUUID()}@example.com`;
}

/** Returns the account's address and its verified one. */
export async function readAddresses(db: Db, userId: string) {
  const user = await findUserById(db, userId);
  return [user?.email, user?.verifiedEmail];
}

/** Creates and signs in a member with a verified address. */
export async function createVerifiedMember(db: Db) {
  const email = newAddress("owner");
  return { ...(await createMember(db, { email, verifiedEmail: email })), email };
}
