import type { Db } from "@studbook/db/client";
import { type EmailPurpose, insertEmailToken } from "@studbook/db/queries/email-tokens";
import { createSessionToken } from "../src/auth/lucia.ts";

type TestLink = { userId: string; purpose: EmailPurpose; email: string };

/** Stores an emailed link without sending the email. Returns its token. */
export async function addLink(db: Db, link: TestLink): Promise<string> {
  const { token, sid: hash } = createSessionToken();
  await db.transaction().execute((tx) => insertEmailToken(tx, { ...link, hash, minutes: 60 }));
  return token;
}
