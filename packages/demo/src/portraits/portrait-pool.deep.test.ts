import { setTimeout } from "node:timers/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { sizeOf } from "./aspects.ts";
import type { PortraitJob } from "./portrait-job.ts";
import { createPortraitPool } from "./portrait-pool.ts";

/** Enough for four processes to start one after the other on a busy machine. */
const SEVERAL_STARTS_MS = 60_000;

const JOBS: PortraitJob[] = [
  { breed: "Pug", take: 1, variant: 0, aspect: "4:3" },
  { breed: "Vizsla", take: 2, variant: 0, aspect: "3:4" },
  { breed: "Labrador Retriever", take: 3, variant: 2, aspect: "5:2" },
];

test("draws every job in each width although this process cannot read SVG", async () => {
  sharp.block({ operation: ["VipsForeignLoadSvg"] });
  const pool = createPortraitPool();
  const drawn = await Promise.all(JOBS.map((job) => pool.draw(job)));
  const sizes: [number, number][][] = [];
  for (const files of drawn) {
    const metadata = await Promise.all(files.map(({ data }) => sharp(data).metadata()));
    expect(files.map(({ width }) => width)).toEqual([320, 800, 1600]);
    expect(new Set(metadata.map(({ format }) => format))).toEqual(new Set(["webp"]));
    sizes.push(metadata.map(({ width, height }) => [width, height]));
  }
  expect(sizes).toEqual([
    [
      [320, 240],
      [800, 600],
      [1200, 900],
    ],
    [
      [320, 427],
      [800, 1067],
      [900, 1200],
    ],
    [
      [320, 128],
      [800, 320],
      [1600, 640],
    ],
  ]);
  expect(sizes.map((widths) => widths.at(-1))).toEqual(
    JOBS.map(({ aspect }) => Object.values(sizeOf(aspect))),
  );
  expect(new Set(drawn.map(([file]) => Buffer.from(file?.data ?? []).toString("hex"))).size).toBe(
    3,
  );
});

test("rejects if a drawing process exits early, and draws the next job in a new process", async () => {
  const pool = createPortraitPool({ idleMs: 0 });
  const unknown = { breed: "Pug", take: 1, variant: 99, aspect: "4:3" } as const;
  await expect(pool.draw(unknown)).rejects.toThrow("exited early");
  const known = { ...unknown, variant: 0 };
  const first = await pool.draw(known);
  // The pool was idle in between, so this also starts a new process.
  expect(await pool.draw(known)).toEqual(first);
});

test(
  "gives no job to an idle process that is being stopped",
  async () => {
    const pool = createPortraitPool({ idleMs: 0 });
    const job = { breed: "Pug", take: 1, variant: 0, aspect: "4:3" } as const;
    const first = await pool.draw(job);
    for (let n = 0; n < 3; n++) {
      // Longer than the idle time, but shorter than the process takes to exit.
      await setTimeout(2);
      expect(await pool.draw(job)).toEqual(first);
    }
  },
  SEVERAL_STARTS_MS,
);
