import { randomUUID } from "node:crypto";
import { processPhoto } from "../photos/process-photo.ts";
import type { PhotoStorage } from "../photos/storage.ts";
import { type PortraitJob, portraitKey } from "./portraits/portrait-job.ts";
import { renderPortraits } from "./portraits/render-portraits.ts";
import type { DemoAd } from "./types.ts";

/** A stored photo: pixels of its original and bytes of its files together. */
export type DrawnPhoto = { id: string; width: number; height: number; bytes: number };

/**
 * Draws each portrait once, takes it through the pipeline of uploads, and stores it under an id of
 * its own for every ad that shows it.
 */
export async function drawPhotos(
  ads: readonly DemoAd[],
  storage: PhotoStorage,
  signal: AbortSignal,
): Promise<Map<DemoAd, DrawnPhoto[]>> {
  const places = Map.groupBy(
    ads.flatMap((ad) => ad.photos.map((job, index) => ({ ad, index, job }))),
    ({ job }) => portraitKey(job),
  );
  const drawn = new Map(ads.map((ad): [DemoAd, DrawnPhoto[]] => [ad, []]));
  const jobs = [...places.values()].flatMap(([first]) => (first ? [first.job] : []));
  const store = async (job: PortraitJob, jpeg: Buffer) => {
    const { width, height, files } = await processPhoto(jpeg);
    const bytes = files.reduce((sum, { data }) => sum + data.length, 0);
    for (const { ad, index } of places.get(portraitKey(job)) ?? []) {
      const id = randomUUID();
      await Promise.all(files.map((file) => storage.write(`${id}/${file.width}.webp`, file.data)));
      const photos = drawn.get(ad);
      if (photos) photos[index] = { id, width, height, bytes };
    }
  };
  await renderPortraits(jobs, store, signal);
  return drawn;
}
