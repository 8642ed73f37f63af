import type { PictureHeader } from "./picture-header.ts";
import { listPngChunks } from "./png-chunks.ts";

/** Channels by color type; those of a palette become RGB and alpha. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

const INTERLACED = 1;

/**
 * Reads the size of a PNG (W3C PNG, section 11.2.1), and one chunk more than `maxParts` at most. Undefined if it
 * does not begin with a whole IHDR.
 */
export function readPngHeader(file: Buffer, maxParts: number): PictureHeader | undefined {
  if (file.length < 33 || file.toString("latin1", 12, 16) !== "IHDR") return undefined;
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const colorType = file.readUInt8(25);
  const opaque = CHANNELS[colorType];
  if (opaque === undefined) return undefined;
  const chunks = listPngChunks(file, maxParts + 1);
  // One color is transparent if there is such a chunk.
  const isTransparent = colorType !== 3 && chunks.some(({ type }) => type === "tRNS");
  const channels = opaque + (isTransparent ? 1 : 0);
  const bytesPerSample = file.readUInt8(24) === 16 ? 2 : 1;
  const isInterlaced = file.readUInt8(28) === INTERLACED;
  const wholeBytes = isInterlaced ? width * height * channels * bytesPerSample : 0;
  const size = { width, height, channels, bytesPerSample } as const;
  return { format: "png", ...size, isTurned: false, scans: 1, parts: chunks.length, wholeBytes };
}
