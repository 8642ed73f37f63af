import { createDb } from "@studbook/db/client";
import { runSql } from "@studbook/db/test/test-db";
import { SAMPLE_AD_IDS } from "@studbook/domain/samples";
import type { Database } from "./stage/databases.ts";

/** Gives every ad the record of the first sample ad, which states almost everything. */
export async function fillRecords({ ownerUrl }: Database): Promise<void> {
  const db = createDb({
    url: ownerUrl,
    poolSize: 1,
    statementTimeoutMs: 0,
    onPoolError: () => undefined,
  });
  try {
    await runSql(
      db,
      `insert into ad_records
         (ad_id, identity, titles, place, pedigree, health, breeding, terms, availability)
       select ads.id, identity, titles, place, pedigree, health, breeding, terms, availability
       from ads, ad_records where ad_id = $1::uuid and ads.id <> all($2::uuid[])`,
      [SAMPLE_AD_IDS[0], SAMPLE_AD_IDS],
    );
    await runSql(db, "vacuum analyze ads, ad_records");
  } finally {
    await db.destroy();
  }
}
