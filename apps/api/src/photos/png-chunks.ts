/** A chunk of a PNG: where it begins and ends in the file, with its length, type and checksum. */
export type PngChunk = { type: string; start: number; end: number };

const SIGNATURE_BYTES = 8;

/** What decides how a picture looks. Texts are left out: a compressed one of 8 KB may hold 8 MB. */
const NEEDED = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "eXIf", "IEND"]);

/**
 * Lists the chunks of a PNG (W3C PNG, section 5.3), `limit` at most. The last one of a file that is
 * cut off ends with the file.
 */
export function listPngChunks(file: Buffer, limit = Infinity): PngChunk[] {
  const chunks: PngChunk[] = [];
  let start = SIGNATURE_BYTES;
  while (start + 8 <= file.length && chunks.length < limit) {
    const end = Math.min(file.length, start + 12 + file.readUInt32BE(start));
    chunks.push({ type: file.toString("latin1", start + 4, start + 8), start, end });
    start = end;
  }
  return chunks;
}

/** The same picture with no other chunks than its decoder needs, and each but the pixels once. */
export function keepNeededChunks(file: Buffer): Buffer {
  const kept = new Set<string>();
  const parts = [file.subarray(0, SIGNATURE_BYTES)];
  for (const { type, start, end } of listPngChunks(file)) {
    if (type !== "IDAT" && (!NEEDED.has(type) || kept.has(type))) continue;
    kept.add(type);
    parts.push(file.subarray(start, end));
  }
  return Buffer.concat(parts);
}
