import sharp from "sharp";
import { drawPortrait } from "./draw-portrait.ts";
import { isPortraitJob } from "./portrait-job.ts";
import { renderFiles } from "./render-portrait.ts";

// Started by portrait-pool.ts: answers every job with its files and ends with its parent.
sharp.concurrency(1);
sharp.cache(false);

process.on("message", async (job: unknown) => {
  // The pool tells whoever waits for the picture.
  if (!isPortraitJob(job)) process.exit(1);
  process.send?.(await renderFiles(drawPortrait(job.breed, job.take, job.variant)));
});
