import { type ImageHeader, MAX_PARTS } from "./image-header.ts";
import { readJpegHeader } from "./jpeg.ts";
import { readPngHeader } from "./png.ts";

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads the header of a JPEG or PNG, detected by its content. Returns undefined for any other file. */
export function readImageHeader(file: Buffer): ImageHeader | undefined {
  const startsWith = (signature: Buffer) => file.subarray(0, signature.length).equals(signature);
  const header = startsWith(JPEG)
    ? readJpegHeader(file, MAX_PARTS)
    : startsWith(PNG)
      ? readPngHeader(file, MAX_PARTS)
      : undefined;
  return header && header.width > 0 && header.height > 0 ? header : undefined;
}
