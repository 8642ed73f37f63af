import sharp from "sharp";

/** Returns a JPEG file of one color, to upload. */
export async function makePhoto(name: string, background: string) {
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

/** Returns a JPEG file of each color, named after it. */
export function makePhotos(colors: readonly string[]) {
  return Promise.all(colors.map((color) => makePhoto(`${color}.jpg`, color)));
}

/** Returns a WebP file of one color with this size in pixels, as the product serves them. */
export function makeWebp(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#c98f5a" } })
    .webp()
    .toBuffer();
}
