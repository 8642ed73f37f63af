import { readJpegHeader } from "./jpeg.ts";
import { MAX_PARTS, type PictureHeader } from "./picture-header.ts";
import { readPngHeader } from "./png.ts";

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads the header of a JPEG or PNG by its bytes, whatever its name. Undefined for any other file. */
export function readPictureHeader(file: Buffer): PictureHeader | undefined {
  const begins = (mark: Buffer) => file.subarray(0, mark.length).equals(mark);
  const header = begins(JPEG)
    ? readJpegHeader(file, MAX_PARTS)
    : begins(PNG)
      ? readPngHeader(file, MAX_PARTS)
      : undefined;
  return header && header.width > 0 && header.height > 0 ? header : undefined;
}
