import type { ImageHeader } from "./image-header.ts";

const EXIF = Buffer.from("Exif\0\0", "latin1");
const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;
const MAX_ENTRIES = 100;

const FIRST_SEGMENT = 0xc0;
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP1 = 0xe1;
const FRAMES = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);
const PROGRESSIVE = new Set([0xc2, 0xc6, 0xca, 0xce]);

type Frame = Pick<ImageHeader, "width" | "height" | "channels" | "bytesPerSample"> & {
  isProgressive: boolean;
  /** Samples of all components after subsampling. */
  samples: number;
};

/**
 * Reads the size of a JPEG and counts its scans by walking its segments (ITU-T T.81, annex B). Stops after
 * `maxParts + 1` segments. Returns undefined if there is no frame or no scan.
 */
export function readJpegHeader(file: Buffer, maxParts: number): ImageHeader | undefined {
  let frame: Frame | undefined;
  let exif: Buffer | undefined;
  let scans = 0;
  let parts = 0;
  // libjpeg keeps the coefficients of the whole image unless its first and only scan has all components.
  let isWhole = false;
  let at = 2;
  while (at + 1 < file.length && parts <= maxParts) {
    const marker = file[at + 1];
    // Skips the data of scans and anything else that is not a marker.
    if (file[at] !== 0xff) {
      const next = file.indexOf(0xff, at);
      at = next === -1 ? file.length : next;
    } else if (marker === undefined || marker === EOI) {
      break;
    } else if (marker === 0xff) {
      at += 1;
    } else if (marker < FIRST_SEGMENT || (marker >= 0xd0 && marker <= SOI)) {
      // libjpeg skips reserved markers too, where it does not reject them.
      at += 2;
    } else {
      parts += 1;
      const length = at + 4 > file.length ? 0 : Math.max(2, file.readUInt16BE(at + 2));
      const segment = file.subarray(at, at + 2 + length);
      if (marker === SOS) {
        scans += 1;
        isWhole ||= (segment[4] ?? 0) < (frame?.channels ?? 0);
      }
      // The decoder also uses the first one.
      if (marker === APP1 && scans === 0 && isExif(segment)) exif ??= segment;
      if (FRAMES.has(marker)) frame ??= readFrame(segment, PROGRESSIVE.has(marker));
      at += 2 + length;
    }
  }
  if (!frame || (scans === 0 && parts <= maxParts)) return undefined;
  const { isProgressive, samples, ...size } = frame;
  const wholeBytes = isProgressive || isWhole || scans > 1 ? samples * 2 : 0;
  const isTurned = exif !== undefined && readExifOrientation(exif) >= 5;
  return { format: "jpeg", ...size, isTurned, scans, parts, wholeBytes };
}

function readFrame(segment: Buffer, isProgressive: boolean): Frame | undefined {
  const channels = segment[9];
  if (channels === undefined || segment.length < 10 + channels * 3) return undefined;
  const height = segment.readUInt16BE(5);
  const width = segment.readUInt16BE(7);
  const factors = Array.from({ length: channels }, (_, index) => {
    const factor = segment.readUInt8(11 + index * 3);
    return { across: factor >> 4, down: factor & 15 };
  });
  const across = Math.max(1, ...factors.map((factor) => factor.across));
  const down = Math.max(1, ...factors.map((factor) => factor.down));
  // Components consist of whole blocks of 8 by 8 samples.
  const samplesAlong = (length: number, factor: number, maxFactor: number) =>
    Math.ceil(Math.ceil(length / (8 * maxFactor)) * factor) * 8;
  const samples = factors.reduce(
    (sum, factor) =>
      sum + samplesAlong(width, factor.across, across) * samplesAlong(height, factor.down, down),
    0,
  );
  return { width, height, channels, bytesPerSample: 1, isProgressive, samples };
}

/** Returns whether the decoder treats a JPEG segment as Exif. */
function isExif(segment: Buffer): boolean {
  return segment.toString("latin1", 4, 8) === "Exif";
}

/** Returns the orientation in a JPEG's Exif segment (Exif 3.0, section 4.6), 1 to 8; 1 if there is none. */
function readExifOrientation(segment: Buffer): number {
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
