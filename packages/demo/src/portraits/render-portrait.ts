import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import sharp, { type Raw } from "sharp";
import { createRandom } from "../random.ts";
import type { PortraitFile } from "./portrait-job.ts";

/** The grain is coarser than a pixel: it is generated at half the size and enlarged. */
const DOT = 2;

const GRAIN_SEED = 7;
const GRAIN_STRENGTH = 22 / 255;
/** Below 0.5, so that the grain also darkens the colors a little. */
const MAX_GRAIN = 0.2;

/** By the picture's size, which is always one of a few. */
const grains = new Map<string, Promise<Buffer>>();

/** Returns a portrait's pixels with paper grain, for `sharp(data, { raw })`. */
export async function renderPixels(svg: string): Promise<{ data: Buffer; raw: Raw }> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  applyGrain(data, await getGrain(info.width, info.height));
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

/** Returns one file per photo width. The drawing is never enlarged. */
export async function renderFiles(svg: string): Promise<PortraitFile[]> {
  const { data, raw } = await renderPixels(svg);
  return Promise.all(
    PHOTO_WIDTHS.map(async (width) => {
      const picture = sharp(data, { raw }).resize({ width, withoutEnlargement: true });
      return { width, data: await picture.webp({ effort: 2, quality: 78 }).toBuffer() };
    }),
  );
}

function getGrain(width: number, height: number): Promise<Buffer> {
  const size = `${width}x${height}`;
  const grain = grains.get(size) ?? makeGrain(width, height);
  grains.set(size, grain);
  return grain;
}

function makeGrain(width: number, height: number): Promise<Buffer> {
  const raw = { width: width / DOT, height: height / DOT, channels: 1 } as const;
  return sharp(createGrainDots(raw.width, raw.height), { raw })
    .resize(width, height, { kernel: "cubic" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
}

/** Returns one gray value per dot. */
function createGrainDots(width: number, height: number): Buffer {
  const random = createRandom(GRAIN_SEED);
  return Buffer.from(Uint8Array.from({ length: width * height }, () => random() * 255));
}

/** Blends grain into an RGB picture in place, like the overlay mode of an image editor. */
function applyGrain(pixels: Buffer, grain: Uint8Array): void {
  for (let i = 0, at = 0; i < grain.length; i++, at += 3) {
    const row = (grain[i] ?? 0) << 8;
    for (let channel = at; channel < at + 3; channel++) {
      pixels[channel] = BLENDED[row | (pixels[channel] ?? 0)] ?? 0;
    }
  }
}

/** The blended value for each grain value (row) and picture value (column). */
const BLENDED = Uint8Array.from({ length: 256 * 256 }, (_, i) => {
  const grain = ((i >> 8) / 255) * MAX_GRAIN;
  const value = (i & 255) / 255;
  const overlaid = value < 0.5 ? 2 * value * grain : 1 - 2 * (1 - value) * (1 - grain);
  return Math.round(255 * (value + (overlaid - value) * GRAIN_STRENGTH));
});
