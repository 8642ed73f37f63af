import type { Db } from "../src/client.ts";
import type { MailRow } from "../src/queries/mails.ts";

/** Returns all queued and sent emails, oldest first. */
export async function listMails(db: Db): Promise<MailRow[]> {
  return await db.selectFrom("mails").selectAll().orderBy("createdAt").execute();
}
