import sharp from "sharp";
import { drawPortrait } from "./draw-portrait.ts";
import { isPortraitJob } from "./portrait-job.ts";
import { renderPortraitJpeg } from "./render-jpeg.ts";

// Started by render-portraits.ts: answers every job with its JPEG and ends with its parent.
sharp.concurrency(1);
sharp.cache(false);

process.on("message", async (job: unknown) => {
  if (!isPortraitJob(job)) throw new TypeError("not a portrait job");
  process.send?.(await renderPortraitJpeg(drawPortrait(job.breed, job.take, job.variant)));
});
