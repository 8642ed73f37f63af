import { randomBytes } from "node:crypto";
import { findPhotoId } from "@studbook/domain/photo-id";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import {
  multipartOf,
  plainPicture,
  smallFile,
  type TestFile,
  UPLOAD,
  useUploadSite,
} from "../../test/uploads.ts";

const HTML = "<!doctype html><script>alert(1)</script>";
const GPS = {
  orientation: 6,
  exif: {
    IFD0: { Copyright: "somebody" },
    IFD3: { GPSLatitudeRef: "N", GPSLatitude: "45/1 40/1 0/1" },
  },
};

const site = useUploadSite();
let origin: string;
let cookie: string;
beforeAll(async () => {
  origin = await site.app.listen({ port: 0, host: "127.0.0.1" });
  ({ cookie } = await site.createMember());
});

/** Sends files over a socket, where a refused body may still be arriving. */
async function send(
  files: readonly TestFile[],
  from = cookie,
): Promise<{ status: number; error?: string }> {
  const { payload, headers } = await multipartOf(files);
  const init = { method: "POST", headers: { ...headers, cookie: from }, body: payload };
  const response = await fetch(origin + UPLOAD, init);
  return { status: response.status, ...JSON.parse(await response.text()) };
}

const jpeg = (width: number, height: number) => plainPicture(width, height).jpeg().toBuffer();

const refused: [string, number, () => Promise<Uint8Array> | Uint8Array][] = [
  ["an SVG", 415, () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["a GIF", 415, () => Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64")],
  ["an HTML page", 415, () => Buffer.from(HTML)],
  [
    "an HTML page with the signature of a JPEG",
    415,
    () => Buffer.from(`\xff\xd8\xff${HTML}`, "latin1"),
  ],
  [
    "an HTML page with the signature of a PNG",
    415,
    () => Buffer.from(`\x89PNG\r\n\x1a\n${HTML}`, "latin1"),
  ],
  ["an empty file", 415, () => Buffer.alloc(0)],
  ["random bytes", 415, () => randomBytes(100_000)],
  ["half a JPEG", 415, async () => (await jpeg(1200, 900)).subarray(0, 6000)],
  ["81 megapixels", 413, () => plainPicture(9000, 9000).png().toBuffer()],
  ["6 MB", 413, async () => Buffer.concat([await jpeg(400, 300), Buffer.alloc(6_000_000)])],
];

describe("a hostile file", () => {
  it.each(refused)("that is %s is refused with %i and its name", async (_case, status, make) => {
    const response = await send([{ name: "dog.jpg", data: await make() }]);
    expect(response).toMatchObject({ status, error: expect.stringMatching(/^dog\.jpg /) });
  });

  it("that is the fourth of an upload is refused by name", async () => {
    const small = await smallFile();
    const rest = Array.from({ length: 3 }, () => ({
      name: "e.jpg",
      data: Buffer.alloc(4_000_000),
    }));
    const response = await send([small, small, small, await smallFile("fourth.jpg"), ...rest]);
    expect(response.status).toBe(413);
    expect(response.error).toContain("fourth.jpg");
  });

  it("is named in the error without control characters", async () => {
    const name = `\u202e\u0000${"x".repeat(500)}\n.jpg`;
    const { error } = await send([{ name, data: Buffer.from("text") }]);
    expect(error).toBe(`${"x".repeat(80)}… is not a JPG or PNG image, or it is damaged.`);
  });

  it("that is both a photo and an HTML page is stored without the page", async () => {
    const data = Buffer.concat([await jpeg(400, 300), Buffer.from(HTML)]);
    const stored = await storedFiles({ name: "polyglot.jpg", data });
    for (const file of stored) expect(file.includes("script")).toBe(false);
  });

  it("with extreme proportions is stored", async () => {
    for (const [width, height] of [
      [1, 40_000],
      [40_000, 1],
    ] as const) {
      const data = await plainPicture(width, height).png().toBuffer();
      expect(await storedFiles({ name: "line.png", data })).toHaveLength(3);
    }
  });

  it("with a location and a rotation is stored upright and without the location", async () => {
    const left = await plainPicture(200, 200, "#ff0000").png().toBuffer();
    const data = await plainPicture(400, 200, "#0000ff")
      .composite([{ input: left, left: 0, top: 0 }])
      .jpeg()
      .withMetadata(GPS)
      .toBuffer();
    expect(data.includes("somebody")).toBe(true);
    const stored = await storedFiles({ name: "trip.jpg", data });
    for (const file of stored) {
      for (const mark of ["EXIF", "XMP ", "ICCP", "somebody"])
        expect(file.includes(mark)).toBe(false);
      const { data: pixels, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
      expect(info.height).toBe(2 * info.width);
      const top = pixels.subarray(0, 3);
      const bottom = pixels.subarray(-3);
      expect([(top[0] ?? 0) > 200, (top[2] ?? 0) < 50]).toEqual([true, true]);
      expect([(bottom[0] ?? 0) < 50, (bottom[2] ?? 0) > 200]).toEqual([true, true]);
    }
  });
});

describe("while photos are being decoded", () => {
  it("other requests get responses", async () => {
    const data = await plainPicture(3000, 2000).png().toBuffer();
    const members = [await site.createMember(), await site.createMember()];
    let waiting = 8;
    const uploads = Array.from({ length: waiting }, async (_, n) => {
      const { status } = await send([{ name: "large.png", data }], members[n % 2]?.cookie);
      waiting--;
      return status;
    });
    await Promise.race(uploads);
    for (const path of ["/livez", "/api/ads", "/readyz"]) {
      expect((await fetch(origin + path)).status).toBe(200);
    }
    expect(waiting).toBeGreaterThan(0);
    expect(new Set(await Promise.all(uploads))).toEqual(new Set([200]));
  });
});

async function storedFiles(file: TestFile): Promise<Buffer[]> {
  const member = await site.createMember();
  const response = await site.upload(member.cookie, [file]);
  expect(response.statusCode).toBe(200);
  const id = findPhotoId(response.json().urls[0]);
  const files = ["320", "800", "1600"].map(async (width) => {
    const served = await fetch(`${origin}/photos/${id}/${width}.webp`, {
      headers: { cookie: member.cookie },
    });
    return Buffer.from(await served.arrayBuffer());
  });
  return await Promise.all(files);
}
