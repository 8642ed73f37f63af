import type { Db } from "@studbook/db/client";
import { findPhoto, setPhotoBytes } from "@studbook/db/queries/photos";
import { findPortrait } from "@studbook/demo/photo-id";
import type { PortraitJob } from "@studbook/demo/portraits/portrait-job";
import { createPortraitPool, type PortraitPool } from "@studbook/demo/portraits/portrait-pool";
import { type PhotoStorage, photoKey, readPhoto } from "../photos/storage.ts";

type DemoStorageParts = { storage: PhotoStorage; db: Db; pool?: PortraitPool };

/**
 * Wraps the storage so that the photos of the demo's listings are drawn on their first request and stored like any others.
 * Concurrent requests share one drawing. An interrupted drawing is repeated on the next request.
 */
export function createDemoStorage(parts: DemoStorageParts): PhotoStorage {
  const { storage, pool = createPortraitPool() } = parts;
  const drawing = new Map<string, Promise<void>>();
  const drawOnce = (photoId: string, job: PortraitJob) => {
    const drawn =
      drawing.get(photoId) ??
      drawPhoto({ ...parts, pool }, photoId, job).finally(() => drawing.delete(photoId));
    drawing.set(photoId, drawn);
    return drawn;
  };
  return {
    ...storage,
    async open(key, limitMs) {
      const existing = await storage.open(key, limitMs);
      const [photoId = ""] = key.split("/");
      const job = existing ? undefined : findPortrait(photoId);
      if (!job) return existing;
      await drawOnce(photoId, job);
      return await storage.open(key, limitMs);
    },
  };
}

async function drawPhoto(
  { storage, db, pool }: Required<DemoStorageParts>,
  photoId: string,
  job: PortraitJob,
): Promise<void> {
  if (!(await findPhoto(db, photoId))) return;
  const files = await pool.draw(job);
  for (const { width, data } of files) await writeOnce(storage, photoKey(photoId, width), data);
  const bytes = files.reduce((sum, { data }) => sum + data.length, 0);
  // The ad may have been deleted in the meantime.
  if (!(await setPhotoBytes(db, photoId, bytes))) await storage.remove(photoId);
}

async function writeOnce(storage: PhotoStorage, key: string, data: Uint8Array): Promise<void> {
  try {
    await storage.write(key, data);
  } catch (error) {
    // Another process was faster, or an earlier one stopped between two files. All draw the same picture.
    if (!(await readPhoto(storage, key))) throw error;
  }
}
