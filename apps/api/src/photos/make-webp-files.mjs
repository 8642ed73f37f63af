// @ts-check
// Plain JavaScript, because stripping types would cost the decoding process 15 MB.
import sharp from "sharp";

/** WebP's maximum height in pixels. */
const MAX_WEBP_HEIGHT = 16_383;

/** Encoding takes about 8 bytes per pixel, 17 with transparency. */
const ALPHA_FACTOR = 2 / 3;

/**
 * Converts a JPEG or PNG to upright WebP files without metadata, widest first. The original is decoded once, and each
 * file is made from the previous one. Nothing is enlarged.
 *
 * @template {number} Width
 * @param {Uint8Array} original
 * @param {{ widths: readonly Width[], maxPixels: number, maxFilePixels: number }} options `maxPixels` limits the
 *   original; a very tall file is scaled down to `maxFilePixels`
 * @returns {Promise<{ width: number, height: number, files: { width: Width, data: Uint8Array }[] }>} the size of the
 *   upright original
 * @throws Error if it cannot be decoded
 */
export async function makeWebpFiles(original, { widths, maxPixels, maxFilePixels }) {
  const options = { limitInputPixels: maxPixels };
  const { autoOrient, hasAlpha } = await sharp(original, options).metadata();
  const pixels = hasAlpha ? maxFilePixels * ALPHA_FACTOR : maxFilePixels;
  const widest = Math.max(
    1,
    Math.floor(Math.sqrt((pixels * autoOrient.width) / autoOrient.height)),
  );
  /** @type {{ width: Width, data: Uint8Array }[]} */
  const files = [];
  // sharp rotates the image after resizing it.
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
