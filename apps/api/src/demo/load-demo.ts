import { DEMO_LOCK, withAdvisoryLock } from "@studbook/db/advisory-lock";
import type { Db, Tx } from "@studbook/db/client";
import { foldAdCounts } from "@studbook/db/queries/ad-counts";
import { insertAd } from "@studbook/db/queries/ads";
import { insertPayment } from "@studbook/db/queries/payments";
import { attachPhotos, insertPhoto } from "@studbook/db/queries/photos";
import { foldTotals } from "@studbook/db/queries/totals";
import { findUserByUsername, insertUser, lockUser } from "@studbook/db/queries/users";
import { photoPath } from "@studbook/domain/photos";
import { Argon2id } from "oslo/password";
import type { PhotoStorage } from "../photos/storage.ts";
import { generateDemo } from "./demo-data.ts";
import { type DrawnPhoto, drawPhotos } from "./draw-photos.ts";
import type { DemoAd, DemoData } from "./types.ts";

export const DEMO_ACCOUNTS = ["admin", "basic", "premium", "expired"] as const;
export const DEMO_PASSWORD = "stud-demo";

const SEED = 43;

/**
 * Puts the demo's accounts and listings in, once: of several processes one does it while the others
 * wait. All rows come in one transaction, so a start that was cut off leaves none.
 *
 * @returns whether this call loaded them
 */
export function loadDemo(parts: {
  db: Db;
  storage: PhotoStorage;
  now: Date;
  signal: AbortSignal;
  /** Told when there is something to load. */
  onBegin: () => void;
}): Promise<boolean> {
  const { db, storage, now, signal, onBegin } = parts;
  return withAdvisoryLock(db, DEMO_LOCK, async (connection) => {
    if (await findUserByUsername(connection, "admin")) return false;
    onBegin();
    const data = generateDemo({ seed: SEED, now });
    const photos = await drawPhotos(data.ads, storage, signal);
    const password = await new Argon2id().hash(DEMO_PASSWORD);
    await connection.transaction().execute((tx) => insertAll(tx, data, photos, password));
    await foldAdCounts(connection);
    await foldTotals(connection);
    return true;
  });
}

async function insertAll(
  tx: Tx,
  { users, ads, payments }: DemoData,
  photos: Map<DemoAd, DrawnPhoto[]>,
  password: string,
): Promise<void> {
  const mayEnter = new Set<string>(DEMO_ACCOUNTS);
  for (const user of users) {
    const entered = { password, emailVerifiedAt: user.createdAt };
    await insertUser(tx, {
      ...user,
      ...(mayEnter.has(user.username) ? entered : { password: "!" }),
    });
  }
  for (const ad of ads) await insertWithPhotos(tx, ad, photos.get(ad) ?? []);
  for (const { period, ...payment } of payments) {
    const owned = period && { periodFrom: period.from, periodTo: period.to };
    await insertPayment(tx, { ...payment, ...owned });
  }
}

async function insertWithPhotos(tx: Tx, ad: DemoAd, photos: DrawnPhoto[]): Promise<void> {
  const { photos: _jobs, userId, ...fields } = ad;
  const images = photos.map(({ id }) => photoPath(id, 1600));
  await lockUser(tx, userId);
  const { id } = await insertAd(tx, userId, { ...fields, images });
  for (const photo of photos) await insertPhoto(tx, { ...photo, userId });
  await attachPhotos(
    tx,
    id,
    photos.map((photo) => photo.id),
  );
}
