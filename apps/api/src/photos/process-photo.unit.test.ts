import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { pngChunk } from "../../test/images.ts";
import { createDecoder } from "./decoder.ts";
import { keepNeededChunks } from "./png.ts";
import { processPhoto } from "./process-photo.ts";

// The process has a low priority, so beside other tests it gets little time.
const decoder = createDecoder({ wallMs: 60_000 });
afterAll(() => decoder.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#24503f" } });

const decode = (original: Uint8Array, name = "dog.jpg") =>
  processPhoto(decoder, Buffer.from(original), name);

describe("processPhoto", () => {
  it("creates WebP files of 1600, 800 and 320 pixels and keeps the aspect ratio", async () => {
    const { width, height, files } = await decode(await picture(2400, 1800).jpeg().toBuffer());
    expect({ width, height }).toEqual({ width: 2400, height: 1800 });
    expect(files.map((file) => file.width)).toEqual([1600, 800, 320]);
    expect(files.map(({ data }) => webpSize(data))).toEqual([
      [1600, 1200],
      [800, 600],
      [320, 240],
    ]);
  });

  it("never enlarges", async () => {
    const { files } = await decode(await picture(500, 400).png().toBuffer());
    expect(files.map(({ data }) => webpSize(data)[0])).toEqual([500, 500, 320]);
  });

  it("rotates a photo upright and removes its location", async () => {
    const rotated = await picture(400, 200)
      .jpeg()
      .withMetadata({
        orientation: 6,
        exif: {
          IFD0: { Copyright: "somebody" },
          IFD3: { GPSLatitudeRef: "N", GPSLatitude: "45/1 40/1 0/1" },
        },
      })
      .toBuffer();
    expect(rotated.includes("Exif")).toBe(true);
    const photo = await decode(rotated);
    expect({ width: photo.width, height: photo.height }).toEqual({ width: 200, height: 400 });
    for (const { data } of photo.files) {
      expect(Buffer.from(data).includes("EXIF")).toBe(false);
      expect(Buffer.from(data).includes("somebody")).toBe(false);
    }
  });

  it.each([
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ["text", Buffer.from("not a picture")],
    ["nothing", Buffer.alloc(0)],
    ["random bytes", randomBytes(4096)],
    ["a GIF", Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64")],
  ])("refuses %s", async (_name, data) => {
    await expect(decode(data)).rejects.toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
  });

  it("refuses a truncated photo and decodes the next one", async () => {
    const whole = await picture(1200, 900).jpeg().toBuffer();
    await expect(decode(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
    });
    expect((await decode(whole)).files).toHaveLength(3);
  });

  it("scales down an image that is too tall for WebP", async () => {
    const { files } = await decode(await picture(2, 32_766).png().toBuffer());
    expect(files.map(({ data }) => webpSize(data)[1])).toEqual([16_383, 16_383, 16_383]);
  });

  it("scales down an image that has too many pixels to encode", async () => {
    const { files } = await decode(await picture(1600, 8000).png().toBuffer());
    expect(files.map(({ data }) => webpSize(data))).toEqual([
      [1095, 5475],
      [800, 4000],
      [320, 1600],
    ]);
  });

  it("ignores a PNG's text chunks, which can decompress to thousands of times their size", async () => {
    const file = await picture(40, 30).png().withMetadata({ orientation: 6 }).toBuffer();
    const text = Buffer.concat([
      Buffer.from("Comment\0\0"),
      deflateSync(Buffer.alloc(7_900_000, "A")),
    ]);
    const texts = Array<Buffer>(300).fill(pngChunk("zTXt", text));
    const { width, height } = await decode(
      Buffer.concat([file.subarray(0, 33), ...texts, file.subarray(33)]),
    );
    expect({ width, height }).toEqual({ width: 30, height: 40 });
  });

  it("keeps the colors of a PNG with a color profile", async () => {
    const file = await picture(40, 30).withIccProfile("p3").png().toBuffer();
    const { data } = await sharp(keepNeededChunks(file))
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data).toEqual(await sharp(file).toColourspace("srgb").raw().toBuffer());
    expect(keepNeededChunks(file).includes("iCCP")).toBe(true);
  });

  it("names the refused file", async () => {
    const refusal = decode(Buffer.from("text"), "notes.jpg");
    await expect(refusal).rejects.toThrow("notes.jpg is not a JPG or PNG image");
  });

  it("refuses more than 50 megapixels before decoding", async () => {
    const huge = await picture(9000, 9000).png({ compressionLevel: 9 }).toBuffer();
    await expect(decode(huge)).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  });
});

/** Width and height in the header of a lossy WebP file (RFC 9649). */
function webpSize(data: Uint8Array): [number, number] {
  const file = Buffer.from(data);
  const start = file.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3;
  return [file.readUInt16LE(start) & 0x3fff, file.readUInt16LE(start + 2) & 0x3fff];
}
