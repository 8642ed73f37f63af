import type { Db } from "@studbook/db/client";
import {
  type DemoRows,
  insertDemoRows,
  listClubTests,
  withDemoLock,
} from "@studbook/db/demo/demo-rows";
import { foldAdCounts } from "@studbook/db/queries/ad-counts";
import { foldTotals } from "@studbook/db/queries/totals";
import { findUserByUsername } from "@studbook/db/queries/users";
import { generateDemo } from "@studbook/demo/demo-data";
import { demoPhotoId } from "@studbook/demo/photo-id";
import { sizeOf } from "@studbook/demo/portraits/aspects";
import type { DemoData } from "@studbook/demo/types";
import { photoPath } from "@studbook/domain/photos";
import { Argon2id } from "oslo/password";

export const DEMO_ACCOUNTS = ["admin", "basic", "premium", "expired"] as const;
export const DEMO_PASSWORD = "stud-demo";

const SEED = 43;
/** An estimate of the size of a photo's files, until they are drawn. */
const ESTIMATED_BYTES = 150_000;

/**
 * Inserts the demo's accounts and listings once; concurrent processes wait for the one that does it. All rows are inserted in
 * one transaction, so an interrupted start leaves none.
 *
 * @returns whether this call inserted them
 */
export function loadDemo(parts: {
  db: Db;
  now: Date;
  /** Called before loading, if there is anything to load. */
  onStart: () => void;
}): Promise<boolean> {
  const { db, now, onStart } = parts;
  return withDemoLock(db, async (connection) => {
    if (await findUserByUsername(connection, "admin")) return false;
    onStart();
    const clubTests = await listClubTests(connection);
    const data = generateDemo({ seed: SEED, now, clubTests });
    const password = await new Argon2id().hash(DEMO_PASSWORD);
    const rows = toRows(data, password);
    await connection.transaction().execute((tx) => insertDemoRows(tx, rows));
    await foldAdCounts(connection);
    await foldTotals(connection);
    return true;
  });
}

/** Converts the demo's data to rows. Only the named accounts get the password hash and can sign in. */
function toRows({ users, ads, payments }: DemoData, password: string): DemoRows {
  const named = new Set<string>(DEMO_ACCOUNTS);
  const adCounts = Map.groupBy(ads, ({ userId }) => userId);
  return {
    users: users.map((user) => ({
      ...user,
      adCount: adCounts.get(user.id)?.length ?? 0,
      password: named.has(user.username) ? password : "!",
      verifiedEmail: named.has(user.username) ? user.email : null,
    })),
    ads: ads.map(({ photos, record: _, ...ad }) => ({
      ...ad,
      images: photos.map((job) => photoPath(demoPhotoId(ad.id, job), 1600)),
    })),
    records: ads.flatMap(({ id: adId, record }) => (record ? [{ adId, record }] : [])),
    photos: ads.flatMap(({ id: adId, userId, photos }) =>
      photos.map((job) => ({
        id: demoPhotoId(adId, job),
        userId,
        adId,
        ...sizeOf(job.aspect),
        bytes: ESTIMATED_BYTES,
      })),
    ),
    payments: payments.map(({ period, ...payment }) => ({
      ...payment,
      periodFrom: period?.from ?? null,
      periodTo: period?.to ?? null,
    })),
  };
}
