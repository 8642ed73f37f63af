import { DomainError } from "@studbook/domain/errors";
import { MAX_PHOTO_PIXELS, PHOTO_WIDTHS, type PhotoWidth } from "@studbook/domain/photos";
import sharp, { type Sharp } from "sharp";
import { createGate } from "../gate.ts";

// libvips reads SVG, PDF and more by default; only these two loaders may ever see an upload.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng"] });
sharp.concurrency(1);
sharp.cache(false);

/** The most that WebP can hold. */
const MAX_WEBP_HEIGHT = 16_383;

const decodes = createGate({ name: "photo", concurrency: 2, maxWaiting: 64 });

export type ProcessedPhoto = {
  /** Pixels of the upright original. */
  width: number;
  height: number;
  files: { width: PhotoWidth; data: Buffer }[];
};

/** The bytes of a picture, or a file whose bytes are read when its turn comes. */
type Original = Uint8Array | { name: string; read: () => Promise<Uint8Array> };

/**
 * Turns an uploaded JPEG or PNG into upright WebP files, the widest first, without its metadata. The
 * original is decoded once and each size is made from the one above; nothing is ever enlarged.
 *
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE (over 50 megapixels), BUSY
 */
export function processPhoto(original: Original): Promise<ProcessedPhoto> {
  return decodes.run(async () => {
    if (original instanceof Uint8Array) return await makeFiles(original, "This file");
    return await makeFiles(await original.read(), original.name);
  });
}

async function makeFiles(original: Uint8Array, name: string): Promise<ProcessedPhoto> {
  const size = await readSize(original, name);
  const files: ProcessedPhoto["files"] = [];
  let source: Sharp = sharp(original, { limitInputPixels: MAX_PHOTO_PIXELS }).autoOrient();
  for (const width of PHOTO_WIDTHS.toSorted((a, b) => b - a)) {
    const { data, info } = await source
      .resize({ width, height: MAX_WEBP_HEIGHT, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true })
      .catch((cause) => refuseBroken(name, cause));
    const raw = { width: info.width, height: info.height, channels: info.channels };
    files.push({
      width,
      data: await sharp(data, { raw }).webp({ effort: 2, quality: 78 }).toBuffer(),
    });
    source = sharp(data, { raw });
  }
  return { ...size, files };
}

async function readSize(original: Uint8Array, name: string) {
  if (original.length === 0) refuseBroken(name);
  const { format, autoOrient, width, height } = await sharp(original, { limitInputPixels: false })
    .metadata()
    .catch((cause) => refuseBroken(name, cause));
  if (format !== "jpeg" && format !== "png") return refuseBroken(name);
  if (width * height > MAX_PHOTO_PIXELS) {
    throw new DomainError("PAYLOAD_TOO_LARGE", `${name} has more than 50 megapixels.`);
  }
  return { width: autoOrient.width, height: autoOrient.height };
}

function refuseBroken(name: string, cause?: unknown): never {
  const message = `${name} is not a JPG or PNG image, or it is damaged.`;
  throw new DomainError("UNSUPPORTED_MEDIA_TYPE", message, { cause });
}
