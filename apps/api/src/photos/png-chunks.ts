/** A chunk of a PNG: where it begins and ends in the file, with its length, type and checksum. */
export type PngChunk = { type: string; start: number; end: number };

const SIGNATURE_BYTES = 8;

/**
 * Lists the chunks of a PNG (W3C PNG, section 5.3), `limit` at most. The last one of a file that is
 * cut off ends with the file.
 */
export function listPngChunks(file: Buffer, limit: number): PngChunk[] {
  const chunks: PngChunk[] = [];
  let start = SIGNATURE_BYTES;
  while (start + 8 <= file.length && chunks.length < limit) {
    const end = Math.min(file.length, start + 12 + file.readUInt32BE(start));
    chunks.push({ type: file.toString("latin1", start + 4, start + 8), start, end });
    start = end;
  }
  return chunks;
}
