import sharp from "sharp";

/** Draws a JPEG with so much detail that its files are large. */
export async function drawPhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const create = { width: 1200, height: 900, channels: 3, background: "#000", noise } as const;
  return new Uint8Array(await sharp({ create }).jpeg().toBuffer());
}
