import sharp from "sharp";
import { drawPortrait } from "./draw-portrait.ts";
import { isPortraitJob } from "./portrait-job.ts";
import { renderFiles } from "./render-portrait.ts";

// A process that portrait-pool.ts forks. It replies to every job with its files and exits with its parent.
sharp.concurrency(1);
sharp.cache(false);

process.on("message", async (job: unknown) => {
  // The pool then rejects the job.
  if (!isPortraitJob(job)) process.exit(1);
  process.send?.(await renderFiles(drawPortrait(job.breed, job.take, job)));
});
