import type { PictureHeader } from "./picture-header.ts";

/** Channels by color type; those of a palette become RGB and alpha. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

const INTERLACED = 1;

/** Reads the size of a PNG (W3C PNG, section 11.2.1). Undefined if it does not begin with a whole IHDR. */
export function readPngHeader(file: Buffer): PictureHeader | undefined {
  if (file.length < 33 || file.toString("latin1", 12, 16) !== "IHDR") return undefined;
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const colorType = file.readUInt8(25);
  const opaque = CHANNELS[colorType];
  if (opaque === undefined) return undefined;
  const isTransparent = colorType !== 3 && hasTransparency(file);
  const channels = opaque + (isTransparent ? 1 : 0);
  const bytesPerSample = file.readUInt8(24) === 16 ? 2 : 1;
  const isInterlaced = file.readUInt8(28) === INTERLACED;
  const wholeBytes = isInterlaced ? width * height * channels * bytesPerSample : 0;
  const size = { width, height, channels, bytesPerSample } as const;
  return { format: "png", ...size, isTurned: false, scans: 1, wholeBytes };
}

/** Whether a chunk before the pixels makes one color transparent. */
function hasTransparency(file: Buffer): boolean {
  let at = 8;
  while (at + 8 <= file.length) {
    const type = file.toString("latin1", at + 4, at + 8);
    if (type === "tRNS") return true;
    if (type === "IDAT") return false;
    at += 12 + file.readUInt32BE(at);
  }
  return false;
}
