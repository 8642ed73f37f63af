import sharp from "sharp";
import { describe, expect, it, test } from "vitest";
import { jpegWithScans, pngChunk, pngSaying } from "../../test/pictures.ts";
import { plainPicture } from "../../test/uploads.ts";
import { decideDecode, estimateBytes } from "./decode-cost.ts";
import type { PictureHeader } from "./picture-header.ts";
import { readPictureHeader } from "./read-picture-header.ts";

const MB = 1_000_000;

const png = (fields: Parameters<typeof pngSaying>[0]) => headerOf(pngSaying(fields));

function headerOf(file: Buffer): PictureHeader {
  const header = readPictureHeader(file);
  if (!header) throw new Error("There is no header");
  return header;
}

async function jpeg(
  width: number,
  height: number,
  options: { progressive?: boolean; chromaSubsampling?: string; orientation?: number } = {},
): Promise<PictureHeader> {
  const { orientation = 1, ...rest } = options;
  const file = await sharp({ create: { width, height, channels: 3, background: "#24503f" } })
    .jpeg(rest)
    .withMetadata({ orientation })
    .toBuffer();
  return headerOf(file);
}

/** A baseline JPEG with three components that says its only scan has one. */
async function jpegWithPartialScan(width: number, height: number): Promise<PictureHeader> {
  const file = await plainPicture(width, height).jpeg().toBuffer();
  file[file.indexOf(Buffer.from([0xff, 0xda])) + 4] = 1;
  return headerOf(file);
}

async function jpegWithSegments(segments: readonly Buffer[]): Promise<Buffer> {
  const file = await plainPicture(160, 120).jpeg().toBuffer();
  const scan = file.indexOf(Buffer.from([0xff, 0xda]));
  return Buffer.concat([file.subarray(0, scan), ...segments, file.subarray(scan)]);
}

/** An Exif segment of a JPEG, which may name an orientation. */
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
  const file = pngSaying({ width: 9, height: 9 });
  return Buffer.concat([file.subarray(0, 33), ...chunks, file.subarray(33)]);
}

/** What a large photo of the same kind would say, so that no large one has to be drawn. */
function enlarge(header: PictureHeader, factor: number): PictureHeader {
  const { width, height, wholeBytes } = header;
  return {
    ...header,
    width: width * factor,
    height: height * factor,
    wholeBytes: wholeBytes * factor ** 2,
  };
}

describe("what phones and cameras make is decoded", () => {
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

describe("what takes too much is refused by its header", () => {
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
      "24 megapixels, progressive, with whole colors",
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
      "101 scans, most of them behind reserved markers that its decoder passes over",
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

describe("the header", () => {
  it("of a JPEG counts the coefficients by their subsampling", async () => {
    const [small, whole] = [
      await jpeg(160, 160, { progressive: true }),
      await jpeg(160, 160, { progressive: true, chromaSubsampling: "4:4:4" }),
    ];
    expect(small.wholeBytes).toBe(160 * 160 * 1.5 * 2);
    expect(whole.wholeBytes).toBe(160 * 160 * 3 * 2);
    expect((await jpeg(160, 160)).wholeBytes).toBe(0);
  });

  it("of a JPEG counts 100 scans, and none in a thumbnail or behind the end", async () => {
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

  it("of a baseline JPEG with several scans keeps the whole picture, as its decoder does", async () => {
    const file = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#245" } })
      .jpeg()
      .toBuffer();
    const sos = file.indexOf(Buffer.from([0xff, 0xda]));
    const twice = Buffer.concat([file.subarray(0, -2), file.subarray(sos)]);
    expect(headerOf(twice)).toMatchObject({ scans: 2, wholeBytes: 64 * 48 * 1.5 * 2 });
  });

  it("of a JPEG has the orientation of its first Exif segment and of no other, as its decoder does", async () => {
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

  it("of a PNG counts a palette as RGB and alpha, and a transparent color", () => {
    expect(png({ width: 9, height: 9, colorType: 3 }).channels).toBe(4);
    const [opaque, transparent] = [pngWith([]), pngWith([pngChunk("tRNS", Buffer.alloc(6))])];
    expect([headerOf(opaque).channels, headerOf(transparent).channels]).toEqual([3, 4]);
  });

  it("is undefined for a truncated file, and never throws", async () => {
    for (const file of [await jpegWithScans(3), pngSaying({ width: 9, height: 9 })]) {
      for (let length = 0; length < Math.min(file.length, 700); length++) {
        expect(() => readPictureHeader(file.subarray(0, length))).not.toThrow();
      }
      expect(readPictureHeader(file.subarray(0, 20))).toBeUndefined();
    }
  });

  it("tells a photo on its side, whose decoder cannot make it smaller, from one upright", async () => {
    const [upright, turned] = [
      enlarge(await jpeg(1504, 1008, { progressive: true }), 4),
      enlarge(await jpeg(1504, 1008, { progressive: true, orientation: 6 }), 4),
    ];
    expect([upright.isTurned, turned.isTurned]).toEqual([false, true]);
    expect(estimateBytes(turned) - estimateBytes(upright)).toBeGreaterThan(15 * MB);
  });
});
