import { crc32 } from "node:zlib";
import sharp from "sharp";

const SOS = Buffer.from([0xff, 0xda]);

type PngFields = {
  width: number;
  height: number;
  depth?: number;
  colorType?: number;
  isInterlaced?: boolean;
};

/** A PNG file with this header and no pixels. */
export function pngWithHeader(fields: PngFields): Buffer {
  const { width, height, depth = 8, colorType = 2, isInterlaced = false } = fields;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, isInterlaced ? 1 : 0], 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, pngChunk("IHDR", header), pngChunk("IEND", Buffer.alloc(0))]);
}

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A progressive JPEG with this many scans, each followed by the bytes in `between`. */
export async function jpegWithScans(
  scans: number,
  between: readonly number[] = [],
): Promise<Buffer> {
  const file = await sharp({
    create: { width: 64, height: 48, channels: 3, background: "#24503f" },
  })
    .jpeg({ progressive: true })
    .toBuffer();
  const first = file.indexOf(SOS);
  const second = file.indexOf(SOS, first + 2);
  const scan = Buffer.concat([file.subarray(first, second), Buffer.from(between)]);
  const end = file.subarray(-2);
  return Buffer.concat([file.subarray(0, first), ...Array<Buffer>(scans).fill(scan), end]);
}
