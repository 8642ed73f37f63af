import { type Kysely, sql } from "kysely";

export const isTransactional = false;

const BATCH_SIZE = 500;

/** Numbers the breeds and states of the ads that existed before migration 0043. */
export async function up(db: Kysely<unknown>): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      with batch as (
        select id from ads where id > ${after}::uuid order by id limit ${BATCH_SIZE}
      ), numbered as (
        update ads set breed = breed where id in (select id from batch) and state_no is null
      )
      select id from batch order by id desc limit 1`.execute(db);
    const [last] = rows;
    if (!last) return;
    after = last.id;
  }
}
