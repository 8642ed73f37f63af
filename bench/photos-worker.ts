import { readFile } from "node:fs/promises";
import { makeWebpFiles } from "@studbook/api/photos/make-webp-files";
import { MAX_PHOTO_PIXELS } from "@studbook/domain/photo-file";
import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import sharp from "sharp";

const [kind, ...paths] = process.argv.slice(2);

async function cascade(path: string): Promise<void> {
  const options = { widths: PHOTO_WIDTHS, maxPixels: MAX_PHOTO_PIXELS, maxFilePixels: 6_000_000 };
  await makeWebpFiles(await readFile(path), options);
}

async function separate(path: string): Promise<void> {
  for (const width of PHOTO_WIDTHS) {
    const photo = sharp(await readFile(path)).autoOrient();
    await photo.resize({ width, withoutEnlargement: true }).webp({ quality: 78 }).toBuffer();
  }
}

/** Converts each photo to three files. Prints the CPU time in ms and the additional memory in MB. */
async function main(): Promise<void> {
  const work = kind === "cascade" ? cascade : separate;
  const [first] = paths;
  if (first) await sharp(first).resize(8).raw().toBuffer();
  const memory = process.memoryUsage.rss();
  const start = process.cpuUsage();
  for (const path of paths) await work(path);
  const { user, system } = process.cpuUsage(start);
  const cpuMs = (user + system) / 1000;
  const memoryMb = ((await readPeakMemory()) - memory) / 1e6;
  process.stdout.write(JSON.stringify({ cpuMs, memoryMb }));
}

/** Returns this process's peak memory in bytes. Linux only; elsewhere a child inherits its parent's peak. */
async function readPeakMemory(): Promise<number> {
  const status = await readFile("/proc/self/status", "utf8");
  return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]) * 1024;
}

await main();
