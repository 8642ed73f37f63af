import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../client.ts";
import type { Mails } from "../schema.gen.ts";

export type MailRow = Selectable<Mails>;

export type NewMail = {
  /** What the mail is sent for, such as 'receipt:{payment}': there is one for each. */
  cause: string;
  kind: string;
  userId: string;
  /** The one address that it is for, unless that is looked up when it is sent. */
  email?: string | undefined;
  /** Ids, dates, numbers and fixed words. */
  details: Record<string, string | number | boolean>;
};

/** Writes a mail down. Returns its id, or undefined when its cause has one already. */
export async function insertMail(tx: Tx, mail: NewMail): Promise<string | undefined> {
  const row = await tx
    .insertInto("mails")
    .values({ ...mail, details: JSON.stringify(mail.details) })
    .onConflict((conflict) => conflict.column("cause").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/**
 * Locks a mail while it is delivered, which may take the slowest of mail servers two minutes. Fails at
 * once (`isLockTimeout`) while another has it.
 */
export async function lockMail(tx: Tx, id: string): Promise<MailRow | undefined> {
  await sql`select set_config('idle_in_transaction_session_timeout', '170s', true)`.execute(tx);
  return await tx
    .selectFrom("mails")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .noWait()
    .executeTakeFirst();
}

export async function setMailSent(tx: Tx, id: string, messageId: string): Promise<void> {
  const sentAt = sql<Date>`studbook_now()`;
  const sent = { sentAt, messageId, email: null };
  await tx.updateTable("mails").set(sent).where("id", "=", id).execute();
}

export async function setMailGivenUp(tx: Tx, id: string): Promise<void> {
  const givenUpAt = sql<Date>`studbook_now()`;
  const givenUp = { givenUpAt, email: null };
  await tx.updateTable("mails").set(givenUp).where("id", "=", id).execute();
}

/** What decides whether an account is sent one more mail of a kind, by the database's clock. */
export type RecentMails = {
  /** How many were written down in the last 24 hours. */
  today: number;
  /** Whether one was written down or sent within the last so many minutes. */
  isRecent: boolean;
};

/** The mails of a kind that a user was sent lately. The caller has locked the user. */
export async function countRecentMails(
  tx: Tx,
  mail: { userId: string; kind: string; minutes: number },
): Promise<RecentMails> {
  const { userId, kind, minutes } = mail;
  const { rows } = await sql<RecentMails>`
    select count(*)::integer as today,
      coalesce(bool_or(greatest(created_at, sent_at)
        > studbook_now() - make_interval(mins => ${minutes})), false) as is_recent
    from mails
    where user_id = ${userId}::uuid and kind = ${kind}
      and created_at > studbook_now() - interval '24 hours'`.execute(tx);
  const [recent] = rows;
  if (!recent) throw new Error("counting mails answered nothing");
  return recent;
}

export type RecentNotice = {
  /** Whether one was written down in the time asked about and waits to be sent. */
  isWaiting: boolean;
  /** How long ago the last one left, if that was in the time asked about. */
  sentSecondsAgo: number | null;
};

/** What became of the mails of a kind that were written down or sent to a user within the last so many minutes. */
export async function findRecentNotice(
  tx: Tx,
  mail: { userId: string; kind: string; minutes: number },
): Promise<RecentNotice> {
  const { userId, kind, minutes } = mail;
  const { rows } = await sql<RecentNotice>`
    select coalesce(bool_or(sent_at is null), false) as is_waiting,
      extract(epoch from studbook_now() - max(sent_at))::integer as sent_seconds_ago
    from mails
    where user_id = ${userId}::uuid and kind = ${kind} and given_up_at is null
      and greatest(created_at, sent_at) > studbook_now() - make_interval(mins => ${minutes})`.execute(
    tx,
  );
  const [recent] = rows;
  if (!recent) throw new Error("looking for mails answered nothing");
  return recent;
}

/** Forgets mails of more than 400 days ago. Returns how many. */
export async function deleteOldMails(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("mails")
    .where("createdAt", "<", sql<Date>`studbook_now() - interval '400 days'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
