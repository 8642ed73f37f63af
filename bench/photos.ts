import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import sharp from "sharp";

const { values: flags } = parseArgs({ options: { runs: { type: "string", default: "7" } } });
const RUNS = Number(flags.runs);
const WORKER = fileURLToPath(new URL("photos-worker.ts", import.meta.url));

type Cost = { cpuMs: number; memoryMb: number };

/**
 * Compares the product's conversion of three 5 MB photos, which decodes each once, with one decode per output
 * file. Every run is a new process. Prints medians and the ratio of the CPU times.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "studbook-bench-"));
  try {
    const paths: string[] = [];
    for (const name of ["a.jpg", "b.jpg", "c.jpg"]) {
      const photo = await drawPhoto();
      process.stdout.write(`${name}: ${(photo.length / 1e6).toFixed(2)} MB\n`);
      await writeFile(join(folder, name), photo);
      paths.push(join(folder, name));
    }
    const costs: Record<string, Cost[]> = { separate: [], cascade: [] };
    for (let run = 0; run < RUNS; run++) {
      for (const [kind, measured] of Object.entries(costs))
        measured.push(await measure(kind, paths));
    }
    report(costs);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function report(costs: Record<string, Cost[]>): void {
  const medians = Object.entries(costs).map(([kind, measured]) => {
    const cpuMs = median(measured.map((cost) => cost.cpuMs));
    const peak = Math.max(...measured.map((cost) => cost.memoryMb));
    process.stdout.write(
      `${kind}: ${cpuMs.toFixed(0)} ms of CPU, peak memory +${peak.toFixed(0)} MB\n`,
    );
    return cpuMs;
  });
  const [separate = Number.NaN, cascade = Number.NaN] = medians;
  process.stdout.write(`CPU ratio ${(cascade / separate).toFixed(2)}\n`);
}

async function measure(kind: string, paths: string[]): Promise<Cost> {
  const { stdout } = await promisify(execFile)(process.execPath, [WORKER, kind, ...paths]);
  return JSON.parse(stdout);
}

/** Draws a 12-megapixel photo with realistic noise. */
async function drawPhoto(): Promise<Buffer> {
  const [width, height] = [4032, 3024];
  const scene = `<svg width="${width}" height="${height}"><defs><linearGradient id="g" y2="1">
    <stop stop-color="#8fb7d9"/><stop offset="1" stop-color="#4b6b2f"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>
    <ellipse cx="50%" cy="60%" rx="22%" ry="30%" fill="#7a5230"/></svg>`;
  const noise = { type: "gaussian", mean: 128, sigma: 18 } as const;
  const grain = await sharp({
    create: { width, height, channels: 3, background: "#808080", noise },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return await sharp(Buffer.from(scene))
    .composite([{ input: grain, blend: "overlay" }])
    .flatten()
    .jpeg({ quality: 91 })
    .toBuffer();
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

await main();
