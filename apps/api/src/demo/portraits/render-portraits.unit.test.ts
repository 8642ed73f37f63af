import sharp from "sharp";
import { expect, test } from "vitest";
import type { PortraitJob } from "./portrait-job.ts";
import { renderPortraits } from "./render-portraits.ts";

const JOBS: PortraitJob[] = [
  { breed: "Pug", take: 1, variant: 0 },
  { breed: "Vizsla", take: 2, variant: 0 },
  { breed: "Labrador Retriever", take: 3, variant: 2 },
];

test("hands over every job with its JPEG, though this process may not read SVG", async () => {
  sharp.block({ operation: ["VipsForeignLoadSvg"] });
  const done = new Map<PortraitJob, Buffer>();
  await renderPortraits(JOBS, (job, jpeg) => {
    done.set(job, jpeg);
  });
  expect([...done.keys()]).toEqual(expect.arrayContaining(JOBS));
  for (const jpeg of done.values()) {
    expect(await sharp(jpeg).metadata()).toMatchObject({
      format: "jpeg",
      width: 1200,
      height: 900,
    });
  }
  expect(new Set(done.values()).size).toBe(JOBS.length);
});

test("stops at the first picture that could not be taken", async () => {
  const taken: PortraitJob[] = [];
  const rendering = renderPortraits([...JOBS, ...JOBS], (job) => {
    taken.push(job);
    throw new Error("disk full");
  });
  await expect(rendering).rejects.toThrow("disk full");
  expect(taken.length).toBeLessThanOrEqual(2);
});

test("ends with the reason of its signal", async () => {
  const stop = new AbortController();
  const rendering = renderPortraits(
    JOBS,
    () => stop.abort(new Error("shutting down")),
    stop.signal,
  );
  await expect(rendering).rejects.toThrow("shutting down");
});

test("starts nothing for an empty list", async () => {
  await expect(renderPortraits([], () => {})).resolves.toBeUndefined();
});
