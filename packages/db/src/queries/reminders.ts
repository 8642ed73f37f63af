import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { sql } from "kysely";
import type { Db } from "../client.ts";

export type DueReminder = {
  userId: string;
  expiresAt: Date;
  /** How many days before the expiry this reminder is for: 30, 7, 1 or 0. */
  days: number;
  /** Unique per user, expiry and number of days. */
  cause: string;
};

/**
 * Returns reminders that are due and not queued yet, only the most urgent one per member. Active members with a
 * verified address get them until a week after the expiry, unless they have paid for a later period.
 */
export async function listDueReminders(db: Db, limit: number): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select u.id as user_id, u.membership_expires_at as expires_at, due.days, due.cause
    from users u
    cross join lateral (
      select days, 'renewal-reminder:' || u.id || ':'
          || round(extract(epoch from u.membership_expires_at)) || ':' || days as cause
      from unnest(array[0, 1, 7, 30]) as days
      where studbook_now() >= u.membership_expires_at - make_interval(hours => 24 * days)
      order by days limit 1
    ) due
    where u.membership_expires_at > studbook_now() - interval '7 days'
      and u.membership_expires_at <= studbook_now() + make_interval(hours => 24 * 30)
      and u.is_active and not u.is_admin and u.verified_email is not null and u.id <> ${SAMPLE_OWNER_ID}
      and not exists (select from mails where mails.cause = due.cause)
      and not exists (
        select from payments p where p.user_id = u.id and p.status = 'succeeded'
          and p.given_up_at is null and p.period_to > u.membership_expires_at)
    order by u.membership_expires_at limit ${limit}`.execute(db);
  return rows;
}
