import { spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PICTURES = new URL("pictures/", import.meta.url);

/** Takes the reference pictures that differ again, and compresses them as much as PNG allows. */
const { status } = spawnSync(
  "playwright",
  ["test", "--project", "pictures", "--update-snapshots", ...process.argv.slice(2)],
  { cwd: HERE, stdio: "inherit" },
);
for (const name of await readdir(PICTURES)) await compress(new URL(name, PICTURES));
process.exitCode = status ?? 1;

/** Without sharp's `effort`, which reduces the number of colors. */
async function compress(file: URL): Promise<void> {
  const before = await readFile(file);
  const candidates = await Promise.all(
    [true, false].map((adaptiveFiltering) =>
      sharp(before).removeAlpha().png({ compressionLevel: 9, adaptiveFiltering }).toBuffer(),
    ),
  );
  const [smallest = before] = [before, ...candidates].sort((a, b) => a.length - b.length);
  if (smallest !== before) await writeFile(file, smallest);
}
