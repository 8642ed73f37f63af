import { type RawBuilder, sql } from "kysely";
import type { Db } from "../client.ts";
import { isoInstant, OWN_AD_JSON } from "./ad-json.ts";

/** The kinds of personal data that are stored in addition to the account's row. */
export const PERSONAL_DATA_KINDS = [
  "ads",
  "photos",
  "payments",
  "coupons",
  "mails",
  "earlierEmails",
  "sessions",
  "devices",
  "audit",
] as const;

export type PersonalDataKind = (typeof PERSONAL_DATA_KINDS)[number];

/** A record as JSON, and its sort key among records of its kind. */
export type PersonalRecord = { sortKey: string; record: string };

const iso = (column: string) => sql.raw(isoInstant(column));

const SOURCES: Record<PersonalDataKind, (userId: string) => RawBuilder<unknown>> = {
  ads: (userId) => sql`
    select id::text as sort_key, ${sql.raw(OWN_AD_JSON)} as record
    from ads where user_id = ${userId}::uuid`,
  photos: (userId) => sql`
    select id::text as sort_key, json_build_object('address', '/photos/' || id || '/1600.webp',
      'adId', ad_id, 'width', width, 'height', height, 'bytes', bytes,
      'createdAt', ${iso("created_at")}) as record
    from photos where user_id = ${userId}::uuid`,
  payments: (userId) => sql`
    select id::text as sort_key, json_build_object('id', id,
      'paymentIntentId', stripe_payment_intent_id, 'amountCents', amount,
      'refundedCents', amount_refunded, 'membershipTier', membership_tier, 'status', status,
      'from', ${iso("period_from")}, 'to', ${iso("period_to")},
      'createdAt', ${iso("created_at")}) as record
    from payments where user_id = ${userId}::uuid`,
  coupons: (userId) => sql`
    select attempt_id::text as sort_key, json_build_object('code', code, 'percentOff', percent_off,
      'usedAt', ${iso("coupon_redemptions.created_at")}) as record
    from coupon_redemptions join coupons on coupons.id = coupon_id
    where user_id = ${userId}::uuid`,
  mails: (userId) => sql`
    select id::text as sort_key, json_build_object('kind', kind,
      'createdAt', ${iso("created_at")}, 'sentAt', ${iso("sent_at")}) as record
    from mails where user_id = ${userId}::uuid`,
  earlierEmails: (userId) => sql`
    select lpad(id::text, 20, '0') as sort_key, json_build_object('email', email,
      'canBeRestoredUntil', ${iso("expires_at")}) as record
    from email_tokens where user_id = ${userId}::uuid and purpose = 'restore-email'`,
  sessions: (userId) => sql`
    select sid as sort_key, json_build_object('createdAt', sess ->> 'createdAt',
      'endsAt', ${iso("expire")}) as record
    from sessions where sess ->> 'userId' = ${userId}`,
  devices: (userId) => sql`
    select hash as sort_key, json_build_object('createdAt', ${iso("created_at")},
      'usedAt', ${iso("used_at")}) as record
    from devices where user_id = ${userId}::uuid`,
  audit: (userId) => sql`
    select lpad(id::text, 20, '0') as sort_key, json_build_object('at', ${iso("at")},
      'action', action, 'byYou', actor_id is not distinct from ${userId}::uuid,
      'subjectType', subject_type, 'subjectId', subject_id, 'details', details) as record
    from audit_log where actor_id = ${userId}::uuid or subject_id = ${userId}::uuid`,
};

/** Returns a page of one kind of a user's personal data, ordered by `sortKey`. */
export async function listPersonalData(
  db: Db,
  userId: string,
  kind: PersonalDataKind,
  page: { after: string; limit: number },
): Promise<PersonalRecord[]> {
  const { rows } = await sql<PersonalRecord>`
    select sort_key, record::text as record from (${SOURCES[kind](userId)}) own
    where sort_key collate "C" > ${page.after} order by sort_key collate "C" limit ${page.limit}`.execute(
    db,
  );
  return rows;
}
