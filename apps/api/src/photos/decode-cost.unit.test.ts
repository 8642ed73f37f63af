import sharp from "sharp";
import { describe, expect, it, test } from "vitest";
import { jpegWithScans, pngChunk, pngWithHeader } from "../../test/images.ts";
import { plainPicture } from "../../test/uploads.ts";
import { decideDecode, estimateBytes } from "./decode-cost.ts";
import type { ImageHeader } from "./image-header.ts";
import { readImageHeader } from "./read-image-header.ts";

const MB = 1_000_000;

const png = (fields: Parameters<typeof pngWithHeader>[0]) => headerOf(pngWithHeader(fields));

function headerOf(file: Buffer): ImageHeader {
  const header = readImageHeader(file);
  if (!header) throw new Error("The file has no header");
  return header;
}

async function jpeg(
  width: number,
  height: number,
  options: { progressive?: boolean; chromaSubsampling?: string; orientation?: number } = {},
): Promise<ImageHeader> {
  const { orientation = 1, ...rest } = options;
  const file = await sharp({ create: { width, height, channels: 3, background: "#24503f" } })
    .jpeg(rest)
    .withMetadata({ orientation })
    .toBuffer();
  return headerOf(file);
}

/** A baseline JPEG with three components whose only scan declares one. */
async function jpegWithPartialScan(width: number, height: number): Promise<ImageHeader> {
  const file = await plainPicture(width, height).jpeg().toBuffer();
  file[file.indexOf(Buffer.from([0xff, 0xda])) + 4] = 1;
  return headerOf(file);
}

async function jpegWithSegments(segments: readonly Buffer[]): Promise<Buffer> {
  const file = await plainPicture(160, 120).jpeg().toBuffer();
  const scan = file.indexOf(Buffer.from([0xff, 0xda]));
  return Buffer.concat([file.subarray(0, scan), ...segments, file.subarray(scan)]);
}

/** An Exif segment of a JPEG, optionally with an orientation. */
function exif(orientation?: number): Buffer {
  const entries =
    orientation === undefined ? [] : [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  const data = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, ...entries];
  return Buffer.from([
    0xff,
    0xe1,
    0,
    8 + data.length,
    ...Buffer.from("Exif\0\0", "latin1"),
    ...data,
  ]);
}

function pngWith(chunks: readonly Buffer[]): Buffer {
  const file = pngWithHeader({ width: 9, height: 9 });
  return Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33)]);
}

/** The header of a larger photo of the same kind, which need not be rendered. */
function enlarge(header: ImageHeader, factor: number): ImageHeader {
  const { width, height, wholeBytes } = header;
  return {
    ...header,
    width: width * factor,
    height: height * factor,
    wholeBytes: wholeBytes * factor ** 2,
  };
}

describe("decideDecode accepts photos of phones and cameras", () => {
  test.each([
    ["12 megapixels", () => jpeg(504, 378).then((header) => enlarge(header, 8))],
    ["48 megapixels", () => jpeg(1008, 756).then((header) => enlarge(header, 8))],
    [
      "48 megapixels on its side",
      () => jpeg(1008, 756, { orientation: 6 }).then((header) => enlarge(header, 8)),
    ],
    ["a panorama", () => jpeg(2048, 376).then((header) => enlarge(header, 8))],
    [
      "a panorama on its side",
      () => jpeg(1500, 450, { orientation: 8 }).then((header) => enlarge(header, 8)),
    ],
    [
      "24 megapixels, progressive",
      () => jpeg(1504, 1008, { progressive: true }).then((header) => enlarge(header, 4)),
    ],
    ["a PNG of 50 megapixels", async () => png({ width: 8000, height: 6250 })],
    [
      "a transparent PNG of 50 megapixels",
      async () => png({ width: 8000, height: 6250, colorType: 6 }),
    ],
    [
      "an interlaced PNG of 12 megapixels",
      async () => png({ width: 4000, height: 3000, isInterlaced: true }),
    ],
    [
      "a 16-bit PNG of 24 megapixels",
      async () => png({ width: 6000, height: 4000, depth: 16, colorType: 2 }),
    ],
    ["a very long line", async () => png({ width: 40_000, height: 1 })],
    ["a very tall line", async () => png({ width: 1, height: 40_000 })],
  ])("%s", async (_name, make) => {
    expect(decideDecode(await make())).toEqual({ kind: "decode" });
  });
});

describe("decideDecode refuses by the header", () => {
  test.each([
    ["more than 50 megapixels", async () => png({ width: 10_000, height: 5001 }), "pixels"],
    ["a size that overflows", async () => png({ width: 2 ** 31, height: 2 ** 31 }), "pixels"],
    [
      "50 megapixels, 16 bits, transparent, interlaced",
      async () => png({ width: 8000, height: 6250, depth: 16, colorType: 6, isInterlaced: true }),
      "memory",
    ],
    [
      "50 megapixels, 16 bits, transparent",
      async () => png({ width: 8000, height: 6250, depth: 16, colorType: 6 }),
      "memory",
    ],
    ["a million pixels wide", async () => png({ width: 1_000_000, height: 50 }), "memory"],
    [
      "24 megapixels, progressive, without chroma subsampling",
      () =>
        jpeg(1504, 1008, { progressive: true, chromaSubsampling: "4:4:4" }).then((header) =>
          enlarge(header, 4),
        ),
      "memory",
    ],
    [
      "48 megapixels, progressive",
      () => jpeg(1008, 756, { progressive: true }).then((header) => enlarge(header, 8)),
      "memory",
    ],
    ["101 scans", () => jpegWithScans(101).then(headerOf), "scans"],
    [
      "101 scans, most of them behind reserved markers that the decoder skips",
      () => jpegWithScans(101, [0xff, 2, 0xff, 0xff]).then(headerOf),
      "scans",
    ],
    [
      "48 megapixels in a scan of one component",
      () => jpegWithPartialScan(1008, 756).then((header) => enlarge(header, 8)),
      "memory",
    ],
    [
      "hundreds of thousands of Exif segments",
      () => jpegWithSegments(Array<Buffer>(300_000).fill(exif())).then(headerOf),
      "parts",
    ],
    [
      "hundreds of thousands of chunks",
      async () => headerOf(pngWith(Array<Buffer>(400_000).fill(pngChunk("tEXt", Buffer.alloc(0))))),
      "parts",
    ],
  ] as const)("%s", async (_name, make, reason) => {
    expect(decideDecode(await make())).toEqual({ kind: "refuse", reason });
  });
});

describe("readImageHeader", () => {
  it("counts the coefficients of a progressive JPEG after subsampling", async () => {
    const small = await jpeg(160, 160, { progressive: true });
    const whole = await jpeg(160, 160, { progressive: true, chromaSubsampling: "4:4:4" });
    expect(small.wholeBytes).toBe(160 * 160 * 1.5 * 2);
    expect(whole.wholeBytes).toBe(160 * 160 * 3 * 2);
    expect((await jpeg(160, 160)).wholeBytes).toBe(0);
  });

  it("counts the scans of a JPEG, except in a thumbnail or after the end", async () => {
    const file = await jpegWithScans(100);
    const thumbnail = Buffer.concat([
      Buffer.from([0xff, 0xe2, 0, 10]),
      Buffer.alloc(8, "\xff\xda"),
    ]);
    const parts = [file.subarray(0, 2), thumbnail, file.subarray(2), await jpegWithScans(50)];
    const header = headerOf(Buffer.concat(parts));
    expect(header.scans).toBe(100);
    expect(decideDecode(header)).toEqual({ kind: "decode" });
  });

  it("counts the whole image of a baseline JPEG with several scans, as the decoder does", async () => {
    const file = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#245" } })
      .jpeg()
      .toBuffer();
    const sos = file.indexOf(Buffer.from([0xff, 0xda]));
    const twice = Buffer.concat([file.subarray(0, -2), file.subarray(sos)]);
    expect(headerOf(twice)).toMatchObject({ scans: 2, wholeBytes: 64 * 48 * 1.5 * 2 });
  });

  it("reads the orientation only from the first Exif segment, as the decoder does", async () => {
    const files = [
      [exif(6), exif(1)],
      [exif(1), exif(6)],
      [exif(), exif(6)],
    ].map(jpegWithSegments);
    const turned = (await Promise.all(files)).map((file) => headerOf(file).isTurned);
    expect(turned).toEqual([true, false, false]);
    const decoded = (await Promise.all(files)).map((file) => sharp(file).metadata());
    const orientations = (await Promise.all(decoded)).map(({ orientation }) => orientation ?? 1);
    expect(orientations.map((orientation) => orientation >= 5)).toEqual(turned);
  });

  it("counts a PNG palette as RGB and alpha, and adds a channel for a transparent color", () => {
    expect(png({ width: 9, height: 9, colorType: 3 }).channels).toBe(4);
    const opaque = pngWith([]);
    const transparent = pngWith([pngChunk("tRNS", Buffer.alloc(6))]);
    expect([headerOf(opaque).channels, headerOf(transparent).channels]).toEqual([3, 4]);
  });

  it("returns undefined for a truncated file and never throws", async () => {
    for (const file of [await jpegWithScans(3), pngWithHeader({ width: 9, height: 9 })]) {
      for (let length = 0; length < Math.min(file.length, 700); length++) {
        expect(() => readImageHeader(file.subarray(0, length))).not.toThrow();
      }
      expect(readImageHeader(file.subarray(0, 20))).toBeUndefined();
    }
  });

  it("distinguishes a rotated photo, which the decoder cannot shrink, from an upright one", async () => {
    const upright = enlarge(await jpeg(1504, 1008, { progressive: true }), 4);
    const turned = enlarge(await jpeg(1504, 1008, { progressive: true, orientation: 6 }), 4);
    expect([upright.isTurned, turned.isTurned]).toEqual([false, true]);
    expect(estimateBytes(turned) - estimateBytes(upright)).toBeGreaterThan(15 * MB);
  });
});
