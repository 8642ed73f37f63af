const EXIF = Buffer.from("Exif\0\0", "latin1");
const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;
const MAX_ENTRIES = 100;

/** Whether a segment of a JPEG is one that its decoder takes for Exif. */
export function isExif(segment: Buffer): boolean {
  return segment.toString("latin1", 4, 8) === "Exif";
}

/** The orientation in an Exif segment of a JPEG (Exif 3.0, section 4.6), 1 to 8; 1 if it has none. */
export function readExifOrientation(segment: Buffer): number {
  const start = 4 + EXIF.length;
  if (!segment.subarray(4, start).equals(EXIF)) return 1;
  const tiff = segment.subarray(start);
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const read16 = (at: number) => {
    if (at + 2 > tiff.length) return 0;
    return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  };
  if (tiff.length < 8) return 1;
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = Math.min(read16(directory), MAX_ENTRIES);
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + index * ENTRY_BYTES;
    if (read16(at) === ORIENTATION) return read16(at + 8) || 1;
  }
  return 1;
}
