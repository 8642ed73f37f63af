import type { Cursor } from "@studbook/domain/cursor";
import type { OldFactOfAd } from "@studbook/domain/schemas/record/old-fact";
import { sql } from "kysely";
import type { Db, Tx } from "../client.ts";
import { IS_LISTED } from "./visibility.ts";

const UTC_DAY = "(studbook_now() at time zone 'UTC')::date";
const TODAY = sql.raw(UTC_DAY);
const isoDay = (day: string) => `to_char(${day}, 'YYYY-MM-DD')`;

/** The cause of the email in which an owner is reminded today, where a row of `users` is in scope. */
const CAUSE = `'fact-reminder:' || users.id || ':' || ${isoDay(UTC_DAY)}`;

const IS_DUE = sql.raw(`due_on <= ${UTC_DAY} and reminded_on is null`);

/** Whether the owner can be reminded today, where a row of `ads` and one of `users` are in scope. */
const IS_POSSIBLE = sql.raw(
  `(${IS_LISTED} and verified_email is not null and not exists (select from mails where cause = ${CAUSE}))`,
);

/** How long a reminder waits that cannot be sent on its day. */
const POSTPONED_DAYS = 7;

/** Returns the old facts of a page of the user's ads, newest ad first. The page is the same as that of `listUserAds`. */
export async function listOldFactsOfUser(
  db: Db,
  userId: string,
  { limit, after }: { limit: number; after?: Cursor | undefined },
): Promise<OldFactOfAd[]> {
  const isAfter = after
    ? sql`and (created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<OldFactOfAd>`
    select ad_id, fact, ${sql.raw(isoDay("day"))} as date
    from (
      select id, created_at from ads where user_id = ${userId}::uuid ${isAfter}
      order by created_at desc, id desc limit ${limit}
    ) page
    join ad_records on ad_id = page.id
    cross join dated_facts(health, breeding)
    where old_on <= ${TODAY}
    order by created_at desc, ad_id desc, fact`.execute(db);
  return rows;
}

/**
 * Postpones those of the first `limit` due reminders that cannot be sent today: those of ads that are not listed, of owners
 * without a verified address, and of owners who were already reminded today. Returns how many it has postponed.
 */
export async function postponeFactReminders(db: Db, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with due as (
      select ad_id, fact, day from fact_reminders where ${IS_DUE}
      order by due_on limit ${limit} for update skip locked
    )
    update fact_reminders reminder set due_on = ${TODAY} + ${POSTPONED_DAYS}::integer
    from due join ads on ads.id = due.ad_id join users on users.id = user_id
    where (reminder.ad_id, reminder.fact, reminder.day) = (due.ad_id, due.fact, due.day)
      and ${IS_POSSIBLE} is not true`.execute(db);
  return Number(numAffectedRows);
}

/** Returns the owners to remind of the first `limit` due reminders, in the order of their IDs. */
export async function listOwnersToRemind(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id
    from (select ad_id from fact_reminders where ${IS_DUE} order by due_on limit ${limit}) due
    join ads on ads.id = ad_id join users on users.id = user_id
    where ${IS_POSSIBLE} order by user_id`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** The reminders of an owner that one email contains. */
export type ClaimedReminders = {
  count: number;
  /** The UTC day 'YYYY-MM-DD' on which the owner is reminded. */
  day: string;
  /** Unique per owner and day. */
  cause: string;
};

/** Records that an owner is reminded today of all facts that are due, if that is possible. The caller has locked the owner. */
export async function claimFactReminders(tx: Tx, userId: string): Promise<ClaimedReminders> {
  const { rows } = await sql<ClaimedReminders>`
    with claimed as (
      update fact_reminders set reminded_on = ${TODAY}
      from ads join users on users.id = user_id
      where ads.id = ad_id and user_id = ${userId}::uuid and ${IS_DUE} and ${IS_POSSIBLE}
      returning fact
    )
    select (select count(*)::integer from claimed) as count,
      ${sql.raw(isoDay(UTC_DAY))} as day, ${sql.raw(CAUSE)} as cause
    from users where id = ${userId}::uuid`.execute(tx);
  const [claimed] = rows;
  if (!claimed) throw new Error("Claiming reminders returned no row");
  return claimed;
}

/** An old fact in a reminder. */
export type RemindedFact = OldFactOfAd & { dogName: string };

/**
 * Returns the first `limit` facts that an owner was reminded of on a UTC day 'YYYY-MM-DD', newest ad first, without those
 * that have been renewed or removed since, and without those of ads that are no longer listed.
 */
export async function listRemindedFacts(
  db: Db,
  userId: string,
  { day, limit }: { day: string; limit: number },
): Promise<RemindedFact[]> {
  const { rows } = await sql<RemindedFact>`
    select reminder.ad_id, dog_name, reminder.fact, ${sql.raw(isoDay("reminder.day"))} as date
    from ads
    join ad_records record on record.ad_id = ads.id
    cross join dated_facts(health, breeding) stated
    join fact_reminders reminder
      on (reminder.ad_id, reminder.fact, reminder.day) = (ads.id, stated.fact, stated.day)
    where user_id = ${userId}::uuid and reminded_on = ${day}::date and ${sql.raw(IS_LISTED)}
    order by ads.created_at desc, ads.id desc, reminder.fact limit ${limit}`.execute(db);
  return rows;
}
