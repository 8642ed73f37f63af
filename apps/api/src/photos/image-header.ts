/** What an image file declares, which determines the cost of decoding it. */
export type ImageHeader = {
  format: "jpeg" | "png";
  /** Pixels, before orientation. */
  width: number;
  height: number;
  channels: number;
  bytesPerSample: 1 | 2;
  /** Whether a JPEG will be rotated by 90 degrees; false for a PNG, where it does not matter. */
  isTurned: boolean;
  /** Scans of a JPEG. */
  scans: number;
  /** Segments of a JPEG or chunks of a PNG, counted up to `MAX_PARTS + 1`. */
  parts: number;
  /** Bytes that must be in memory at once because the image cannot be decoded row by row; 0 if it can. */
  wholeBytes: number;
};

/** A photo has dozens, a PNG with one chunk per row has thousands; 5 MB could hold a million. */
export const MAX_PARTS = 10_000;
