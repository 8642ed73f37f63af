import sharp from "sharp";

type Size = {
  width: number;
  height: number;
  /** How strong the noise is: with more, the file is larger. */
  sigma: number;
};

const DEFAULT_SIZE: Size = { width: 1200, height: 900, sigma: 40 };

/** Draws a JPEG with so much detail that its files are large. */
export async function drawPhoto(size = DEFAULT_SIZE): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, sigma } = size;
  const noise = { type: "gaussian", mean: 128, sigma } as const;
  const create = { width, height, channels: 3, background: "#000", noise } as const;
  return new Uint8Array(await sharp({ create }).jpeg().toBuffer());
}
