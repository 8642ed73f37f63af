import type { ImageHeader } from "./image-header.ts";

/** A PNG chunk and its position in the file, including its length, type and checksum fields. */
type PngChunk = { type: string; start: number; end: number };

const SIGNATURE_BYTES = 8;

/** Chunks that affect how an image looks. Excludes texts: 8 KB can decompress to 8 MB. */
const NEEDED = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "eXIf", "IEND"]);

/** Lists up to `limit` chunks of a PNG (W3C PNG, section 5.3). In a truncated file the last one ends with the file. */
function listPngChunks(file: Buffer, limit = Infinity): PngChunk[] {
  const chunks: PngChunk[] = [];
  let start = SIGNATURE_BYTES;
  while (start + 8 <= file.length && chunks.length < limit) {
    const end = Math.min(file.length, start + 12 + file.readUInt32BE(start));
    chunks.push({ type: file.toString("latin1", start + 4, start + 8), start, end });
    start = end;
  }
  return chunks;
}

/** Removes chunks that the decoder does not need, and repeated ones except pixel data. */
export function keepNeededChunks(file: Buffer): Buffer {
  const seen = new Set<string>();
  const parts = [file.subarray(0, SIGNATURE_BYTES)];
  for (const { type, start, end } of listPngChunks(file)) {
    if (type !== "IDAT" && (!NEEDED.has(type) || seen.has(type))) continue;
    seen.add(type);
    parts.push(file.subarray(start, end));
  }
  return Buffer.concat(parts);
}

/** Channels by color type; a palette is decoded to RGB and alpha. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

const INTERLACED = 1;

/**
 * Reads the size of a PNG (W3C PNG, section 11.2.1) and up to `maxParts + 1` chunks. Returns undefined if the file does
 * not start with a complete IHDR.
 */
export function readPngHeader(file: Buffer, maxParts: number): ImageHeader | undefined {
  if (file.length < 33 || file.toString("latin1", 12, 16) !== "IHDR") return undefined;
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const colorType = file.readUInt8(25);
  const opaque = CHANNELS[colorType];
  if (opaque === undefined) return undefined;
  const chunks = listPngChunks(file, maxParts + 1);
  // A tRNS chunk makes one color transparent.
  const isTransparent = colorType !== 3 && chunks.some(({ type }) => type === "tRNS");
  const channels = opaque + (isTransparent ? 1 : 0);
  const bytesPerSample = file.readUInt8(24) === 16 ? 2 : 1;
  const isInterlaced = file.readUInt8(28) === INTERLACED;
  const wholeBytes = isInterlaced ? width * height * channels * bytesPerSample : 0;
  const size = { width, height, channels, bytesPerSample } as const;
  return { format: "png", ...size, isTurned: false, scans: 1, parts: chunks.length, wholeBytes };
}
