import type { Db } from "./client.ts";
import type { MailRow } from "./queries/mails.ts";

/** Every mail that was written down, the oldest first. */
export async function listMails(db: Db): Promise<MailRow[]> {
  return await db.selectFrom("mails").selectAll().orderBy("createdAt").execute();
}
