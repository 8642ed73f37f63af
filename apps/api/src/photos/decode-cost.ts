import { MAX_PHOTO_PIXELS } from "@studbook/domain/photo-file";
import { PHOTO_WIDTHS } from "@studbook/domain/photos";
import { type ImageHeader, MAX_PARTS } from "./image-header.ts";

export const MAX_SCANS = 100;
const MAX_WIDTH = Math.max(...PHOTO_WIDTHS);

/** Maximum size of one stored file, whose pixels are in memory while it is encoded. */
export const MAX_FILE_PIXELS = 6_000_000;

/** Memory that one decode may add to the decoding process, which starts with about 70 MB. */
const MAX_DECODE_BYTES = 100_000_000;

// Measured with libvips 8.18: how many rows of an image are in memory while it is decoded from top to bottom.
const ROWS_IN_MEMORY = 2200;

export type DecodeDecision =
  | { kind: "decode" }
  | { kind: "refuse"; reason: "pixels" | "scans" | "parts" | "memory" };

/** Decides by the size, scans, parts and memory in its header whether an image may be decoded. */
export function decideDecode(header: ImageHeader): DecodeDecision {
  if (header.width * header.height > MAX_PHOTO_PIXELS) return { kind: "refuse", reason: "pixels" };
  if (header.scans > MAX_SCANS) return { kind: "refuse", reason: "scans" };
  if (header.parts > MAX_PARTS) return { kind: "refuse", reason: "parts" };
  if (estimateBytes(header) > MAX_DECODE_BYTES) return { kind: "refuse", reason: "memory" };
  return { kind: "decode" };
}

/** Estimates the bytes that decoding takes in addition to the file itself, erring on the high side. */
export function estimateBytes(header: ImageHeader): number {
  const shrink = header.format === "jpeg" ? shrinkOnLoad(header) : 1;
  // An image with few rows takes more memory than its rows.
  const rows = Math.min(ROWS_IN_MEMORY, (header.height / shrink) * 1.6 + 300);
  const rowBytes = (header.width / shrink) * header.channels * header.bytesPerSample;
  return header.wholeBytes + rows * rowBytes;
}

/** The factor by which libjpeg shrinks an image while decoding it, as sharp requests. */
function shrinkOnLoad({ width, height, isTurned }: ImageHeader): number {
  const [across, down] = isTurned ? [height, width] : [width, height];
  const widest = Math.min(MAX_WIDTH, Math.sqrt((MAX_FILE_PIXELS * across) / down));
  const shrink = across / widest;
  const factor = shrink >= 8 ? 8 : shrink >= 4 ? 4 : shrink >= 2 ? 2 : 1;
  return factor > 1 && Math.floor(shrink) === factor ? factor / 2 : factor;
}
