import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** Small files that are expensive to decode. */
export async function makeBombs(): Promise<{ name: string; file: Buffer }[]> {
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#24503f" } });
  const jpeg = await flat(600, 450).jpeg({ progressive: true }).toBuffer();
  return [
    { name: "50 MP, 16 bit, interlaced", file: deepPng(7000, 7000) },
    { name: "50 MP, plain", file: await flat(7000, 7000).png().toBuffer() },
    {
      name: "24 MP, progressive",
      file: await flat(6000, 4000).jpeg({ progressive: true }).toBuffer(),
    },
    { name: "800 scans", file: repeatScans(jpeg, 800) },
    { name: "80,000 Exif segments", file: repeatExif(jpeg, 80_000) },
    {
      name: "broken in the middle",
      file: (await flat(4000, 3000).png().toBuffer()).subarray(0, 9000),
    },
  ];
}

/** An interlaced PNG with 16-bit RGBA and a single color. */
function deepPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([16, 6, 0, 0, 1], 8);
  const passes = [
    [0, 8, 0, 8],
    [4, 8, 0, 8],
    [0, 4, 4, 8],
    [2, 4, 0, 4],
    [0, 2, 2, 4],
    [1, 2, 0, 2],
    [0, 1, 1, 2],
  ] as const;
  let bytes = 0;
  for (const [x, dx, y, dy] of passes) {
    const columns = Math.ceil((width - x) / dx);
    const rows = Math.ceil((height - y) / dy);
    bytes += rows * (1 + columns * 8);
  }
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(bytes), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A JPEG that repeats its Exif segment. */
function repeatExif(jpeg: Buffer, times: number): Buffer {
  const exif = Buffer.from("Exif\0\0II*\0\x08\0\0\0\0\0", "latin1");
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  const segment = Buffer.concat([head, exif]);
  return Buffer.concat([jpeg.subarray(0, 2), ...Array(times).fill(segment), jpeg.subarray(2)]);
}

/** A progressive JPEG that repeats its last scan. */
function repeatScans(jpeg: Buffer, times: number): Buffer {
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, -2);
  return Buffer.concat([jpeg.subarray(0, -2), ...Array(times).fill(scan), jpeg.subarray(-2)]);
}
