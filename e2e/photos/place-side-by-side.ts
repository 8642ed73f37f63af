import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import sharp from "sharp";

const GAP = 24;
const GAP_COLOR = "#d02090";

/** Writes an image with the reference on the left and ours on the right. Does nothing if there is no reference. */
export async function placeSideBySide(
  reference: string,
  ours: string,
  target: string,
): Promise<void> {
  if (!existsSync(reference)) return;
  const [left, right] = await Promise.all([reference, ours].map((path) => sharp(path).metadata()));
  if (!left || !right) return;
  await mkdir(dirname(target), { recursive: true });
  await sharp({
    create: {
      width: left.width + GAP + right.width,
      height: Math.max(left.height, right.height),
      channels: 3,
      background: GAP_COLOR,
    },
  })
    .composite([
      { input: reference, left: 0, top: 0 },
      { input: ours, left: left.width + GAP, top: 0 },
    ])
    .png()
    .toFile(target);
}
