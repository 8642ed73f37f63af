import { spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PICTURES = new URL("pictures/", import.meta.url);

/** Draws the reference pictures anew, those that differ, and packs them as tightly as PNG can. */
const { status } = spawnSync(
  "playwright",
  ["test", "--project", "pictures", "--update-snapshots", ...process.argv.slice(2)],
  { cwd: HERE, stdio: "inherit" },
);
for (const name of await readdir(PICTURES)) await pack(new URL(name, PICTURES));
process.exitCode = status ?? 1;

/** Never with sharp's `effort`: it reduces the colours. */
async function pack(file: URL): Promise<void> {
  const before = await readFile(file);
  const packed = await Promise.all(
    [true, false].map((adaptiveFiltering) =>
      sharp(before).removeAlpha().png({ compressionLevel: 9, adaptiveFiltering }).toBuffer(),
    ),
  );
  const [smallest = before] = [before, ...packed].sort((a, b) => a.length - b.length);
  if (smallest !== before) await writeFile(file, smallest);
}
