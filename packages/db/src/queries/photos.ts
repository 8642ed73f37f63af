import { CompiledQuery, type Selectable, sql } from "kysely";
import type { Db, Tx } from "../client.ts";
import { named } from "../named-statements.ts";
import type { Photos } from "../schema.gen.ts";
import { IS_PUBLIC } from "./visibility.ts";

export type Photo = Selectable<Photos>;

/** Size of the original in pixels, and of all stored files together in bytes. */
export type NewPhoto = { id: string; userId: string; width: number; height: number; bytes: number };

const DAY = sql.raw("interval '24 hours'");

// A photo that is due for deletion counts as deleted, so that nobody races with the job that deletes it.
const NOT_EXPIRED = sql<boolean>`(unused_since is null or unused_since > studbook_now() - ${DAY})`;

export async function insertPhoto(db: Db, photo: NewPhoto): Promise<Photo> {
  const row = { ...photo, storedImmutable: false };
  return await db.insertInto("photos").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Corrects the size of a photo's files. Returns false if the photo does not exist. */
export async function setPhotoBytes(db: Db, id: string, bytes: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("photos")
    .set({ bytes })
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findPhoto(db: Db, id: string): Promise<Photo | undefined> {
  return await db.selectFrom("photos").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns those of the given photos that the user uploaded and that are not unused for 24 h. Ignores empty IDs. */
export async function listPhotos(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Pick<Photo, "id" | "adId">[]> {
  const uuids = ids.filter((id) => id !== "");
  return await db
    .selectFrom("photos")
    .select(["id", "adId"])
    .where("userId", "=", userId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...uuids]))))
    .where(NOT_EXPIRED)
    .execute();
}

/**
 * Attaches these photos to an ad and detaches its others. The caller has locked the ad's owner.
 *
 * @returns the IDs of the ad's photos; skips photos of another user, of another ad, or unused for 24 h
 */
export async function attachPhotos(
  tx: Tx,
  adId: string,
  ids: readonly string[],
): Promise<string[]> {
  await tx
    .updateTable("photos")
    .set({ adId: null })
    .where("adId", "=", adId)
    .where((eb) => eb.not(eb("id", "=", eb.fn.any(eb.val([...ids])))))
    .execute();
  const attached = await tx
    .updateTable("photos")
    .set({ adId })
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .where((eb) => eb.or([eb("adId", "is", null), eb("adId", "=", adId)]))
    .where(NOT_EXPIRED)
    .where("userId", "=", (eb) =>
      eb.selectFrom("ads").select("ads.userId").where("ads.id", "=", adId),
    )
    .returning("id")
    .execute();
  return attached.map((photo) => photo.id);
}

/**
 * Locks photos that no ad has used for 24 h, longest unused first. Skips photos that are locked or that an ad uses
 * by now.
 */
export async function lockUnusedPhotos(
  tx: Tx,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<string[]> {
  const photos = await tx
    .selectFrom("photos")
    .select("id")
    .where(sql<boolean>`unused_since <= studbook_now() - ${DAY}`)
    .where((eb) => eb.not(eb("id", "=", eb.fn.any(eb.val([...except])))))
    .orderBy("unusedSince")
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return photos.map(({ id }) => id);
}

/** Takes photos away from their uploader. The job that deletes unused photos still finds them. */
export async function disownPhotos(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable("photos")
    .set({ userId: null })
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .execute();
}

/** Deletes the rows of photos whose files have been removed. */
export async function deletePhotos(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("photos")
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .execute();
}

/** Locks photos whose objects may still have `immutable` in their Cache-Control header. Skips locked photos. */
export async function lockImmutablePhotos(
  tx: Tx,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<string[]> {
  const photos = await tx
    .selectFrom("photos")
    .select("id")
    .where("storedImmutable", "=", true)
    .where((eb) => eb.not(eb("id", "=", eb.fn.any(eb.val([...except])))))
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return photos.map(({ id }) => id);
}

/** Records that the objects of these photos are private now. */
export async function setPhotosPrivate(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable("photos")
    .set({ storedImmutable: false })
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .execute();
}

/** Who can see a photo: `public` is everyone; `member` is its owner and, if an ad uses it, admins. */
export type PhotoAccess =
  | { kind: "public" }
  | { kind: "member"; userId: string | null; isOfAd: boolean };

const FIND_ACCESS = named(
  "find-photo-access",
  `select coalesce(${IS_PUBLIC}, false) as "isPublic",
     coalesce(ads.user_id, photos.user_id) as "userId", ads.id is not null as "isOfAd"
   from photos left join ads on ads.id = photos.ad_id where photos.id = $1::uuid`,
);

/** Returns who can see a photo now, or undefined if it does not exist. */
export async function findPhotoAccess(db: Db, id: string): Promise<PhotoAccess | undefined> {
  const query: CompiledQuery<{ isPublic: boolean; userId: string | null; isOfAd: boolean }> =
    CompiledQuery.raw(FIND_ACCESS, [id]);
  const { rows } = await db.executeQuery(query);
  const [photo] = rows;
  if (!photo) return undefined;
  const { isPublic, userId, isOfAd } = photo;
  return isPublic ? { kind: "public" } : { kind: "member", userId, isOfAd };
}
