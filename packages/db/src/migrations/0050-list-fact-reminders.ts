import { type Kysely, sql } from "kysely";

export const isTransactional = false;

const BATCH_SIZE = 500;

/** Adds the reminders of the records that existed before migration 0047. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    // Locks the ads, because one that is deleted meanwhile would violate the foreign key.
    const { rows } = await sql<{ adId: string }>`
      with batch as (
        select ad_id, health, breeding from ad_records join ads on ads.id = ad_id
        where ad_id > ${after}::uuid order by ad_id limit ${BATCH_SIZE} for key share of ads
      ), listed as (
        insert into fact_reminders (ad_id, fact, day, due_on)
        select ad_id, fact, day, old_on from batch, dated_facts(health, breeding)
        on conflict do nothing
      )
      select ad_id from batch order by ad_id desc limit 1`.execute(db);
    const [last] = rows;
    if (!last) return;
    after = last.adId;
  }
}
