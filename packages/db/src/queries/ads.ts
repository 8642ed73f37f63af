import type { Cursor } from "@studbook/domain/cursor";
import type { Ad, AdPatch, ListedAd, NewAd } from "@studbook/domain/schemas/ad";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import { isUuid } from "@studbook/domain/uuid";
import { CompiledQuery, sql } from "kysely";
import type { Db, Tx } from "../client.ts";
import { named } from "../named-statements.ts";
import { AD_JSON, OWN_AD_JSON, OWN_LISTED_AD_JSON } from "./ad-json.ts";
import { type AdPage, type AdPageRow, pageFrom, parsePage, toPage } from "./ad-page.ts";
import { clubTestsJson } from "./club-tests.ts";
import { setRecord } from "./records.ts";
import { IS_PUBLIC } from "./visibility.ts";

/** The fields of a new ad as they are stored: its record has the city of its place. */
export type NewAdRow = Omit<NewAd, "record"> & { record?: StudRecord | undefined };

const CLUB_TESTS = `${clubTestsJson("ads.breed_no")} as club_tests`;
/** `$1` is the ad and `$2` the viewer. */
const FOR_VIEWER = `
  case when sees_all then ${OWN_AD_JSON} else ${AD_JSON} end as ad, user_id
  from ads, lateral (select exists (select from users viewer where viewer.id = $2::uuid and viewer.is_active
    and (viewer.is_admin or viewer.id = ads.user_id)) as sees_all) viewer
  where id = $1::uuid and (sees_all or ${IS_PUBLIC})`;

const FIND_PUBLIC = named(
  "find-public-ad",
  `select ${AD_JSON} as ad, user_id from ads where id = $1::uuid and ${IS_PUBLIC}`,
);
const FIND_PUBLIC_PAGE = named(
  "find-public-ad-page",
  `select ${AD_JSON} as ad, user_id, ${CLUB_TESTS} from ads where id = $1::uuid and ${IS_PUBLIC}`,
);
const FIND_FOR_VIEWER = named("find-ad-for-viewer", `select ${FOR_VIEWER}`);
const FIND_PAGE_FOR_VIEWER = named(
  "find-ad-page-for-viewer",
  `select ${CLUB_TESTS}, ${FOR_VIEWER}`,
);

/**
 * Finds an ad that the viewer can see. Everyone sees a public ad. Its owner, while active, and admins always see it,
 * including why it is hidden and the ZIP code. Returns undefined for a malformed ID.
 */
export async function findAd(
  db: Db,
  id: string,
  viewer?: { userId: string },
): Promise<Ad | undefined> {
  const found = await findAdJson(db, id, viewer);
  return found && JSON.parse(found.ad);
}

/** The same as JSON, as PostgreSQL has built it, with the owner's ID. */
export async function findAdJson(
  db: Db,
  id: string,
  viewer?: { userId: string },
): Promise<{ ad: string; userId: string } | undefined> {
  if (!isUuid(id)) return undefined;
  const query: CompiledQuery<{ ad: string; userId: string }> = viewer
    ? CompiledQuery.raw(FIND_FOR_VIEWER, [id, viewer.userId])
    : CompiledQuery.raw(FIND_PUBLIC, [id]);
  const { rows } = await db.executeQuery(query);
  return rows[0];
}

/** The same with the tests that the breed's parent club lists, as JSON; null without a list. */
export async function findAdPageJson(
  db: Db,
  id: string,
  viewer?: { userId: string },
): Promise<{ ad: string; userId: string; clubTests: string | null } | undefined> {
  if (!isUuid(id)) return undefined;
  const query: CompiledQuery<{ ad: string; userId: string; clubTests: string | null }> = viewer
    ? CompiledQuery.raw(FIND_PAGE_FOR_VIEWER, [id, viewer.userId])
    : CompiledQuery.raw(FIND_PUBLIC_PAGE, [id]);
  const { rows } = await db.executeQuery(query);
  return rows[0];
}

/** Finds the owner of an ad and whether the operator has hidden it, without an access check. */
export async function findAdOwner(
  db: Db,
  id: string,
): Promise<{ userId: string; isHidden: boolean } | undefined> {
  if (!isUuid(id)) return undefined;
  return await db
    .selectFrom("ads")
    .select(["userId", sql<boolean>`hidden_at is not null`.as("isHidden")])
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * Inserts an ad and increments the user's `adCount`. The caller has locked the user. By default the ID is new and
 * `createdAt` is now.
 */
export async function insertAd(
  tx: Tx,
  userId: string,
  fields: NewAdRow & { id?: string; createdAt?: Date },
): Promise<Ad> {
  const { createdAt, record, ...rest } = fields;
  await addToAdCount(tx, userId, 1);
  const { id } = await tx
    .insertInto("ads")
    .values({ ...rest, userId, ...(createdAt && { createdAt, updatedAt: createdAt }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (record) await setRecord(tx, id, record);
  return await getStoredAd(tx, id);
}

/** Updates the given fields of an ad. Returns undefined if the user has no such ad. The caller has locked the user. */
export async function updateAd(
  tx: Tx,
  userId: string,
  id: string,
  fields: Omit<AdPatch, "id" | "record"> & { record?: StudRecord | undefined },
): Promise<Ad | undefined> {
  const { record, ...rest } = fields;
  const updated = await tx
    .updateTable("ads")
    .set({ ...rest, updatedAt: sql<Date>`studbook_now()` })
    .where("id", "=", id)
    .where("userId", "=", userId)
    .returning("id")
    .executeTakeFirst();
  if (!updated) return undefined;
  if (record) await setRecord(tx, id, record);
  return await getStoredAd(tx, id);
}

const GET_STORED = named(
  "get-stored-ad",
  `select ${OWN_AD_JSON} as ad from ads where id = $1::uuid`,
);

/** Returns an ad as its owner sees it. */
async function getStoredAd(tx: Tx, id: string): Promise<Ad> {
  const query: CompiledQuery<{ ad: string }> = CompiledQuery.raw(GET_STORED, [id]);
  const { rows } = await tx.executeQuery(query);
  if (!rows[0]) throw new Error(`The ad ${id} is not stored`);
  return JSON.parse(rows[0].ad);
}

/**
 * Pauses an ad of the user until an instant or 'infinity', or resumes it with null. Returns undefined if the user has no
 * such ad. The caller has locked the user.
 */
export async function setAdPaused(
  tx: Tx,
  userId: string,
  id: string,
  until: Date | "infinity" | null,
): Promise<Ad | undefined> {
  const updated = await tx
    .updateTable("ads")
    .set({ pausedUntil: until })
    .where("id", "=", id)
    .where("userId", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return updated && (await getStoredAd(tx, id));
}

/**
 * Hides an ad with a reason, or restores it if the reason is null. Hiding a hidden ad changes only the reason.
 * Returns undefined if the ad does not exist. The caller has locked its owner.
 */
export async function setAdHidden(
  tx: Tx,
  id: string,
  reason: string | null,
): Promise<{ hiddenAt: Date | null } | undefined> {
  const hiddenAt = reason === null ? null : sql<Date>`coalesce(hidden_at, studbook_now())`;
  return await tx
    .updateTable("ads")
    .set({ hiddenAt, hiddenReason: reason })
    .where("id", "=", id)
    .returning("hiddenAt")
    .executeTakeFirst();
}

/**
 * Deletes an ad of the user and decrements `adCount`. Returns false if the user has no such ad. The caller has
 * locked the user.
 */
export async function deleteAd(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("ads")
    .where("id", "=", id)
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await addToAdCount(tx, userId, -1);
  return true;
}

async function addToAdCount(tx: Tx, userId: string, change: 1 | -1): Promise<void> {
  await tx
    .updateTable("users")
    .set((eb) => ({ adCount: eb("adCount", "+", change) }))
    .where("id", "=", userId)
    .execute();
}

const LIST_OF_USER = named("list-user-ads", listOfUser(""));
const LIST_OF_USER_AFTER = named(
  "list-user-ads-after",
  listOfUser("and (created_at, id) < ($3::timestamptz, $4::uuid)"),
);

/** Returns a page of the user's own ads, newest first, and their total number. */
export async function listUserAds(
  db: Db,
  userId: string,
  page: { limit: number; after?: Cursor | undefined },
): Promise<AdPage<ListedAd>> {
  const { limit, after } = page;
  const query: CompiledQuery<AdPageRow> = after
    ? CompiledQuery.raw(LIST_OF_USER_AFTER, [userId, limit, after.createdAt, after.id])
    : CompiledQuery.raw(LIST_OF_USER, [userId, limit]);
  const { rows } = await db.executeQuery(query);
  return parsePage(toPage(rows[0]));
}

function listOfUser(isAfter: string): string {
  const ads = `
    select ${OWN_LISTED_AD_JSON} as ad, created_at, id from ads where user_id = $1::uuid ${isAfter}
    order by created_at desc, id desc limit $2::integer + 1`;
  return `
    select items, next, (select count(*)::integer from ads where user_id = $1::uuid) as total
    from ${pageFrom(ads, "$2::integer")}`;
}
