/** What decoding a picture will take, as its file says before anything is decoded. */
export type PictureHeader = {
  format: "jpeg" | "png";
  /** Pixels, before the picture is turned upright. */
  width: number;
  height: number;
  channels: number;
  bytesPerSample: 1 | 2;
  /** Whether a JPEG will be turned by a right angle; nothing depends on it for a PNG. */
  isTurned: boolean;
  /** How often a JPEG goes over the picture. */
  scans: number;
  /** Segments of a JPEG or chunks of a PNG, counted to one more than `MAX_PARTS`. */
  parts: number;
  /** What has to be in memory at once because it cannot be decoded from top to bottom; 0 if it can. */
  wholeBytes: number;
};

/** A photo has some dozens, a PNG with a chunk for every row some thousands; 5 MB have room for a million. */
export const MAX_PARTS = 10_000;
