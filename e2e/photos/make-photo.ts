import sharp from "sharp";

/** A real JPEG of one colour, as a file to pick. */
export async function makePhoto(name: string, background: string) {
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}
