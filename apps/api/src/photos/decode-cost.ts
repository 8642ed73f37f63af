import { MAX_PHOTO_PIXELS, PHOTO_WIDTHS } from "@studbook/domain/photos";
import { MAX_PARTS, type PictureHeader } from "./picture-header.ts";

const MAX_SCANS = 100;
const MAX_WIDTH = Math.max(...PHOTO_WIDTHS);

/** The most that one stored file may have, whose pixels are in memory while it is encoded. */
export const MAX_FILE_PIXELS = 6_000_000;

/** What one decode may add to the process that decodes, which has some 70 MB to begin with. */
const MAX_DECODE_BYTES = 100_000_000;

// Measured with libvips 8.18: a picture that is decoded from top to bottom takes the memory of so many of its rows.
const ROWS_KEPT = 2200;

export type DecodeDecision =
  | { kind: "decode" }
  | { kind: "refuse"; reason: "pixels" | "scans" | "parts" | "memory" };

/**
 * Decides by its header whether a picture may be decoded: at most 50 megapixels, 100 scans, 10,000 parts
 * and 100 MB.
 */
export function decideDecode(header: PictureHeader): DecodeDecision {
  if (header.width * header.height > MAX_PHOTO_PIXELS) return { kind: "refuse", reason: "pixels" };
  if (header.scans > MAX_SCANS) return { kind: "refuse", reason: "scans" };
  if (header.parts > MAX_PARTS) return { kind: "refuse", reason: "parts" };
  if (estimateBytes(header) > MAX_DECODE_BYTES) return { kind: "refuse", reason: "memory" };
  return { kind: "decode" };
}

/** The bytes that decoding will take beside the file itself, rather more than less. */
export function estimateBytes(header: PictureHeader): number {
  const shrink = header.format === "jpeg" ? shrinkOnLoad(header) : 1;
  // A low picture takes more than all its rows.
  const rows = Math.min(ROWS_KEPT, (header.height / shrink) * 1.6 + 300);
  const rowBytes = (header.width / shrink) * header.channels * header.bytesPerSample;
  return header.wholeBytes + rows * rowBytes;
}

/** By how much libjpeg makes a picture smaller while it decodes, as sharp asks it to. */
function shrinkOnLoad({ width, height, isTurned }: PictureHeader): number {
  const [across, down] = isTurned ? [height, width] : [width, height];
  const widest = Math.min(MAX_WIDTH, Math.sqrt((MAX_FILE_PIXELS * across) / down));
  const shrink = across / widest;
  const factor = shrink >= 8 ? 8 : shrink >= 4 ? 4 : shrink >= 2 ? 2 : 1;
  return factor > 1 && Math.floor(shrink) === factor ? factor / 2 : factor;
}
