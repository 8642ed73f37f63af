import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import sharp, { type Raw } from "sharp";
import { applyGrain, createGrain } from "./grain.ts";
import type { PortraitFile } from "./portrait-job.ts";
import { HEIGHT, WIDTH } from "./svg.ts";

/** The grain is coarser than a pixel: it is made at half the size and enlarged. */
const DOT = 2;

let paper: Promise<Buffer> | undefined;

/** A portrait's pixels with the grain of paper over them, as `sharp(data, { raw })` takes them. */
export async function renderPixels(svg: string): Promise<{ data: Buffer; raw: Raw }> {
  paper ??= makePaper();
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  applyGrain(data, await paper);
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

/** The portrait's files as uploads are kept, one of each width; the drawing is never enlarged. */
export async function renderFiles(svg: string): Promise<PortraitFile[]> {
  const { data, raw } = await renderPixels(svg);
  return Promise.all(
    PHOTO_WIDTHS.map(async (width) => {
      const picture = sharp(data, { raw }).resize({ width, withoutEnlargement: true });
      return { width, data: await picture.webp({ effort: 2, quality: 78 }).toBuffer() };
    }),
  );
}

function makePaper(): Promise<Buffer> {
  const [width, height] = [WIDTH / DOT, HEIGHT / DOT];
  return sharp(createGrain(width, height), { raw: { width, height, channels: 1 } })
    .resize(WIDTH, HEIGHT, { kernel: "cubic" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
}
