import { describe, expect, it } from "vitest";
import { jpegWithScans, pngWithHeader } from "../../test/images.ts";
import { buildTestApp } from "../../test/test-app.ts";
import { multipartOf, plainPicture, smallFile, UPLOAD, useUploadSite } from "../../test/uploads.ts";

const site = useUploadSite();
const small = await smallFile();
const manyScans = await jpegWithScans(800);

describe("a photo that costs too much", () => {
  it.each([
    [
      "50 megapixels, 16 bits, interlaced",
      pngWithHeader({ width: 8000, height: 6250, depth: 16, colorType: 6, isInterlaced: true }),
    ],
    ["800 scans", manyScans],
  ])("is refused with 413 by its header: %s", async (_what, data) => {
    const { cookie } = await site.createMember();
    const response = await site.upload(cookie, [{ name: "dog.jpg", data }]);
    expect([response.statusCode, response.json().code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect(response.json().error).toMatch(/^dog\.jpg /);
  });

  it("is refused with 413 when it exceeds the time limit, and the next photo is decoded", async () => {
    const app = await buildTestApp(site.db, { uploadLimits: { decoder: { cpuMs: 60 } } });
    const { cookie } = await site.createMember();
    const data = await plainPicture(5000, 4000).png().toBuffer();
    const send = async (files: Parameters<typeof multipartOf>[0]) => {
      const { payload, headers } = await multipartOf(files);
      return app.inject({ method: "POST", url: UPLOAD, headers: { ...headers, cookie }, payload });
    };
    const refused = await send([{ name: "slow.png", data }]);
    expect(refused.statusCode).toBe(413);
    expect(refused.json().error).toMatch(/^slow\.png takes too long/);
    expect((await send([small])).statusCode).toBe(200);
    await app.close();
  });

  it("delays another member by one photo, not by a whole queue", async () => {
    const { userId, cookie } = await site.createMember();
    const other = await site.createMember();
    const data = await plainPicture(2000, 1500).png().toBuffer();
    const files = Array.from({ length: 3 }, () => ({ name: "large.png", data }));
    let waiting = 4;
    const uploads = Array.from({ length: waiting }, async () => {
      const response = await site.upload(cookie, files);
      waiting--;
      return response.statusCode;
    });
    await expect.poll(() => site.countAttempts(userId), { timeout: 20_000 }).toBe(12);
    expect((await site.upload(other.cookie, [small])).statusCode).toBe(200);
    expect(waiting).toBe(4);
    expect(await Promise.all(uploads)).toEqual([200, 200, 200, 200]);
  });
});
