import type { Breed } from "@studbook/domain/breeds";
import type { AdSummary } from "@studbook/domain/schemas/ad";
import { isUuid } from "@studbook/domain/uuid";
import { CompiledQuery } from "kysely";
import type { Db } from "../client.ts";
import { named } from "../named-statements.ts";
import { AD_SUMMARY_JSON } from "./ad-json.ts";
import { IS_PUBLIC } from "./visibility.ts";

/** How many ads of each kind are shown. */
const SHOWN = 4;

/** Of the newest ads of the breed, and of those in the ad's state, how many are considered. */
const CONSIDERED = 12;

const NEWEST = "order by created_at desc, id desc limit";

function candidates(state: string): string {
  return `(select id as found_id from ads where breed = $2::text ${state} and ${IS_PUBLIC}
    and id <> $1::uuid and user_id <> $3::uuid ${NEWEST} ${CONSIDERED})`;
}

const LIST = named(
  "list-related-ads",
  `with shown as (select state, x, y, z from ads where id = $1::uuid and ${IS_PUBLIC})
   select
     (select '[' || coalesce(string_agg(ad, ','), '') || ']' from (
       select ${AD_SUMMARY_JSON} as ad from ads
       where user_id = $3::uuid and id <> $1::uuid and ${IS_PUBLIC} ${NEWEST} ${SHOWN}) own) as "moreFromOwner",
     (select count(*)::integer from ads where user_id = $3::uuid and ${IS_PUBLIC}) as "ownerTotal",
     (select '[' || coalesce(string_agg(ad, ','), '') || ']' from (
       select ${AD_SUMMARY_JSON} as ad
       from (${candidates("and state = (select state from shown)")} union ${candidates("")}) found,
         lateral (select * from ads where ads.id = found_id offset 0) ads
       order by (select (ads.x - shown.x) ^ 2 + (ads.y - shown.y) ^ 2 + (ads.z - shown.z) ^ 2 from shown) nulls last,
         ads.state = (select state from shown) desc, ads.created_at desc, ads.id desc limit ${SHOWN}) alike) as "similar"`,
);

type RelatedAds = { moreFromOwner: AdSummary[]; ownerTotal: number; similar: AdSummary[] };

/**
 * Returns the newest other ads of an ad's owner, the number of all public ads of the owner, and similar ads of others: of
 * the newest ads of the breed, the nearest ones if both places are known. The place of an ad that is not public has no
 * influence. Returns no ads if an ID is not a UUID.
 */
export async function listRelatedAds(
  db: Db,
  ad: { id: string; breed: Breed; userId: string },
): Promise<RelatedAds> {
  if (!isUuid(ad.id) || !isUuid(ad.userId))
    return { moreFromOwner: [], ownerTotal: 0, similar: [] };
  const query: CompiledQuery<{ moreFromOwner: string; ownerTotal: number; similar: string }> =
    CompiledQuery.raw(LIST, [ad.id, ad.breed, ad.userId]);
  const { rows } = await db.executeQuery(query);
  const { moreFromOwner = "[]", ownerTotal = 0, similar = "[]" } = rows[0] ?? {};
  return { moreFromOwner: JSON.parse(moreFromOwner), ownerTotal, similar: JSON.parse(similar) };
}
