import type { Db } from "@studbook/db/client";
import { type EmailPurpose, insertEmailToken } from "@studbook/db/queries/email-tokens";
import { createSessionToken } from "../src/auth/lucia.ts";

type TestLink = { userId: string; purpose: EmailPurpose; email: string };

/** The token of a link that was mailed to a user, without the mail. */
export async function addLink(db: Db, link: TestLink): Promise<string> {
  const { token, sid: hash } = createSessionToken();
  const kept = { ...link, hash, minutes: 60 };
  await db.transaction().execute((tx) => insertEmailToken(tx, kept));
  return token;
}
