// Updates the reference screenshots that differ, then recompresses all of them losslessly.

import { spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const SCREENSHOTS = new URL("screenshots/", import.meta.url);

const { status } = spawnSync(
  "playwright",
  ["test", "--project", "screenshots", "--update-snapshots", ...process.argv.slice(2)],
  { cwd: HERE, stdio: "inherit" },
);
for (const name of await readdir(SCREENSHOTS)) await recompress(new URL(name, SCREENSHOTS));
process.exitCode = status ?? 1;

/**
 * Recompresses a PNG losslessly if that makes it smaller. Does not set sharp's `effort`, which switches to a color
 * palette.
 */
async function recompress(file: URL): Promise<void> {
  const before = await readFile(file);
  const candidates = await Promise.all(
    [true, false].map((adaptiveFiltering) =>
      sharp(before).removeAlpha().png({ compressionLevel: 9, adaptiveFiltering }).toBuffer(),
    ),
  );
  const smallest = candidates.reduce(
    (best, candidate) => (candidate.length < best.length ? candidate : best),
    before,
  );
  if (smallest !== before) await writeFile(file, smallest);
}
