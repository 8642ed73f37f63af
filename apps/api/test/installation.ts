import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attachPhotos, insertPhoto } from "@studbook/db/queries/photos";
import { withSnapshot } from "@studbook/db/snapshot";
import { createAd } from "@studbook/db/test/factories";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { PHOTO_WIDTHS, photoPath } from "@studbook/domain/photos";
import { type BackupContent, writeBackup } from "../src/backup/write-backup.ts";
import { createDiskStorage } from "../src/photos/disk-storage.ts";
import { type PhotoStorage, photoKey } from "../src/photos/storage.ts";

/** A database and a folder with its photos. */
export type Installation = TestDb & { folder: string; storage: PhotoStorage };

export async function createInstallation(
  options?: Parameters<typeof createTestDb>[0],
): Promise<Installation> {
  const database = await createTestDb(options);
  const folder = await mkdtemp(join(tmpdir(), "studbook-backup-"));
  return {
    ...database,
    folder,
    storage: createDiskStorage(join(folder, "photos")),
    async drop() {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates an ad with special characters in its texts and a photo of random bytes. */
export async function createAdWithPhoto(
  { db, storage }: Installation,
  userId: string,
): Promise<{ adId: string; photoId: string }> {
  const photoId = randomUUID();
  await insertPhoto(db, { id: photoId, userId, width: 4, height: 3, bytes: 9 });
  for (const width of PHOTO_WIDTHS)
    await storage.write(photoKey(photoId, width), randomBytes(width));
  const ad = await createAd(db, userId, {
    images: [photoPath(photoId, 1600)],
    dogName: 'Rex "the\\N" é 🐕',
    description: "one\ntwo\r\n\\.\n\ttabbed \\",
  });
  await db.transaction().execute((tx) => attachPhotos(tx, ad.id, [photoId]));
  return { adId: ad.id, photoId };
}

/** Writes a backup of an installation's current state. */
export function backUp(
  { ownerUrl, storage }: Pick<Installation, "ownerUrl" | "storage">,
  path: string,
  force = false,
): Promise<BackupContent> {
  return withSnapshot(ownerUrl, (snapshot) => writeBackup({ snapshot, storage }, path, { force }));
}
