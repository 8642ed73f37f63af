// @ts-check
// Plain JavaScript, because stripping types would cost the decoding process 15 MB.
import sharp from "sharp";

/** The most that WebP can hold. */
const MAX_WEBP_HEIGHT = 16_383;

/** Encoding takes some 8 bytes a pixel, and 17 with transparency. */
const SHARE_IF_TRANSPARENT = 2 / 3;

/**
 * Turns a JPEG or PNG into upright WebP files without metadata, the widest first. The original is decoded
 * once, and each file is made from the one before; nothing is ever enlarged.
 *
 * @template {number} Width
 * @param {Uint8Array} original
 * @param {{ widths: readonly Width[], maxPixels: number, maxFilePixels: number }} options `maxPixels` is the most that
 *   the original may have; a file that would have more than `maxFilePixels`, because it is very tall, becomes smaller
 * @returns {Promise<{ width: number, height: number, files: { width: Width, data: Uint8Array }[] }>} the size is that
 *   of the upright original
 * @throws Error if it cannot be decoded
 */
export async function makeWebpFiles(original, { widths, maxPixels, maxFilePixels }) {
  const options = { limitInputPixels: maxPixels };
  const { autoOrient, hasAlpha } = await sharp(original, options).metadata();
  const pixels = hasAlpha ? maxFilePixels * SHARE_IF_TRANSPARENT : maxFilePixels;
  const widest = Math.max(
    1,
    Math.floor(Math.sqrt((pixels * autoOrient.width) / autoOrient.height)),
  );
  /** @type {{ width: Width, data: Uint8Array }[]} */
  const files = [];
  // sharp turns the picture after it has made it smaller.
  let source = sharp(original, options).autoOrient();
  for (const width of widths.toSorted((a, b) => b - a)) {
    const { data, info } = await source
      .resize({
        width: Math.min(width, widest),
        height: MAX_WEBP_HEIGHT,
        fit: "inside",
        withoutEnlargement: true,
      })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const file = await sharp(data, { raw }).webp({ effort: 2, quality: 78 }).toBuffer();
    files.push({ width, data: file });
    source = sharp(data, { raw });
  }
  return { width: autoOrient.width, height: autoOrient.height, files };
}
