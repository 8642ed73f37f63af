import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../client.ts";
import type { Mails } from "../schema.gen.ts";

export type MailRow = Selectable<Mails>;

export type NewMail = {
  /** Unique key of the event that the email is about, such as 'receipt:{payment}'. */
  cause: string;
  kind: string;
  userId: string;
  /** A fixed recipient; without it the user's address is looked up when the email is sent. */
  email?: string | undefined;
  /** IDs, dates, numbers and fixed words. */
  details: Record<string, string | number | boolean>;
};

/** Queues an email. Returns its ID, or undefined if its cause already has one. */
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
 * Locks an email while it is delivered, which takes up to two minutes with a slow mail server. Throws immediately
 * (`isLockTimeout`) if it is locked.
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

/** How many emails of a kind an account has had lately, by the database's clock. */
export type RecentMails = {
  /** How many were queued in the last 24 hours. */
  today: number;
  /** Whether one was queued or sent within the last `minutes`. */
  isRecent: boolean;
};

/** Counts a user's recent emails of a kind. The caller has locked the user. */
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
  if (!recent) throw new Error("Counting emails returned no row");
  return recent;
}

export type RecentMailStatus = {
  /** Whether one was queued within the last `minutes` and has not been sent. */
  isWaiting: boolean;
  /** How long ago the last one was sent, if that was within the last `minutes`. */
  sentSecondsAgo: number | null;
};

/** Returns whether emails of a kind to a user are waiting or were sent within the last `minutes`. */
export async function getRecentMailStatus(
  tx: Tx,
  mail: { userId: string; kind: string; minutes: number },
): Promise<RecentMailStatus> {
  const { userId, kind, minutes } = mail;
  const { rows } = await sql<RecentMailStatus>`
    select coalesce(bool_or(sent_at is null), false) as is_waiting,
      extract(epoch from studbook_now() - max(sent_at))::integer as sent_seconds_ago
    from mails
    where user_id = ${userId}::uuid and kind = ${kind} and given_up_at is null
      and greatest(created_at, sent_at) > studbook_now() - make_interval(mins => ${minutes})`.execute(
    tx,
  );
  const [recent] = rows;
  if (!recent) throw new Error("The email status query returned no row");
  return recent;
}

/** Deletes emails that are older than 400 days. Returns how many. */
export async function deleteOldMails(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("mails")
    .where("createdAt", "<", sql<Date>`studbook_now() - interval '400 days'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
