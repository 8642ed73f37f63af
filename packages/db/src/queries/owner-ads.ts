import type { Cursor } from "@studbook/domain/cursor";
import type { AdSummary } from "@studbook/domain/schemas/ad";
import type { Owner } from "@studbook/domain/schemas/owner";
import { isUuid } from "@studbook/domain/uuid";
import { CompiledQuery } from "kysely";
import type { Db } from "../client.ts";
import { named } from "../named-statements.ts";
import { AD_SUMMARY_JSON } from "./ad-json.ts";
import { type AdPage, type AdPageRow, pageFrom, parsePage, toPage } from "./ad-page.ts";
import { IS_PUBLIC } from "./visibility.ts";

const OF_OWNER = `user_id = $1::uuid and ${IS_PUBLIC}`;

/** All public ads of the owner state the same kennel name, or it is null. */
const KENNEL_NAME = `(
  select case when count(distinct kennel_name) = 1 and count(kennel_name) = count(*) then min(kennel_name) end
  from (select (select identity ->> 'kennelName' from ad_records where ad_id = ads.id) as kennel_name
    from ads where ${OF_OWNER}) kennels)`;

/** What the newest public ad says about the owner. */
const OWNER = `(
  select json_build_object('name', owner_name, 'kennelName', ${KENNEL_NAME}, 'email', owner_email,
    'phone', owner_phone, 'state', state, 'city', summary -> 'city')::text
  from ads where ${OF_OWNER} order by created_at desc, id desc limit 1)`;

function statementOf(isAfter: string): string {
  const ads = `
    select ${AD_SUMMARY_JSON} as ad, created_at, id from ads where ${OF_OWNER} ${isAfter}
    order by created_at desc, id desc limit $2::integer + 1`;
  return `
    select items, next, ${OWNER} as owner, (select count(*)::integer from ads where ${OF_OWNER}) as total
    from ${pageFrom(ads, "$2::integer")}`;
}

const LIST = named("list-owner-ads", statementOf(""));
const LIST_AFTER = named(
  "list-owner-ads-after",
  statementOf("and (created_at, id) < ($3::timestamptz, $4::uuid)"),
);

/** Returns a page of an owner's public ads, newest first, with the owner; undefined if none is public. */
export async function findOwnerAds(
  db: Db,
  userId: string,
  { limit, after }: { limit: number; after?: Cursor | undefined },
): Promise<(AdPage<AdSummary> & { owner: Owner }) | undefined> {
  if (!isUuid(userId)) return undefined;
  const query: CompiledQuery<AdPageRow & { owner: string | null }> = after
    ? CompiledQuery.raw(LIST_AFTER, [userId, limit, after.createdAt, after.id])
    : CompiledQuery.raw(LIST, [userId, limit]);
  const { rows } = await db.executeQuery(query);
  const [row] = rows;
  if (!row?.owner) return undefined;
  return { ...parsePage<AdSummary>(toPage(row)), owner: JSON.parse(row.owner) };
}
