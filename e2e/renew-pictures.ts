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
for (const name of await readdir(PICTURES)) {
  const file = new URL(name, PICTURES);
  const before = await readFile(file);
  const packed = await sharp(before).png({ compressionLevel: 9, effort: 10 }).toBuffer();
  if (packed.length < before.length) await writeFile(file, packed);
}
process.exitCode = status ?? 1;
