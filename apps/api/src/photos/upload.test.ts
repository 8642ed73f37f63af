import type { Tx } from "@studbook/db/client";
import { deleteUserSessions } from "@studbook/db/queries/sessions";
import { lockUser, setUserActive } from "@studbook/db/queries/users";
import { MAX_PHOTO_BYTES } from "@studbook/domain/photo-file";
import { describe, expect, it } from "vitest";
import { buildTestApp, testConfig } from "../../test/test-app.ts";
import { multipartOf, plainPicture, smallFile, UPLOAD, useUploadSite } from "../../test/uploads.ts";

const site = useUploadSite();
const small = await smallFile();

describe("an upload", () => {
  it("returns the URLs in the order of the files, which are served in three widths", async () => {
    const { userId, cookie } = await site.createMember();
    const files = [1, 2, 3].map(async (side) => ({
      name: `${side}.png`,
      data: await plainPicture(side * 100, 100)
        .png()
        .toBuffer(),
    }));
    const response = await site.upload(cookie, await Promise.all(files));
    expect(response.statusCode).toBe(200);
    const { urls } = response.json<{ urls: string[] }>();
    const rows = await site.db
      .selectFrom("photos")
      .selectAll()
      .where("userId", "=", userId)
      .orderBy("width")
      .execute();
    expect(urls).toEqual(rows.map(({ id }) => `/photos/${id}/1600.webp`));
    expect(rows.map(({ width }) => width)).toEqual([100, 200, 300]);
    expect(rows.every(({ adId, unusedSince }) => adId === null && unusedSince !== null)).toBe(true);
    for (const url of urls) {
      for (const width of ["320", "800", "1600"]) {
        const photo = await site.app.inject({
          url: url.replace("1600", width),
          headers: { cookie },
        });
        expect(photo.headers["content-type"]).toBe("image/webp");
        expect(photo.rawPayload.subarray(8, 12).toString()).toBe("WEBP");
      }
    }
  });

  it("returns root-relative URLs, because nobody else may see the photos yet", async () => {
    const config = { ...testConfig(), photoBaseUrl: "https://cdn.example" };
    const based = await buildTestApp(site.db, { config });
    const { cookie } = await site.createMember();
    const { payload, headers } = await multipartOf([small]);
    const sent = { method: "POST", url: UPLOAD, headers: { ...headers, cookie }, payload } as const;
    const [url] = (await based.inject(sent)).json().urls;
    expect(url).toMatch(/^\/photos\/[-0-9a-f]{36}\/1600\.webp$/);
    await based.close();
  });

  it("stores nothing when one of its files is refused", async () => {
    const { userId, cookie } = await site.createMember();
    const before = await site.countFiles();
    const text = { name: "notes.jpg", data: Buffer.from("no picture") };
    const response = await site.upload(cookie, [small, small, text]);
    expect(response.statusCode).toBe(415);
    expect(response.json().error).toBe("notes.jpg is not a JPG or PNG image, or it is damaged.");
    expect(await site.countPhotos(userId)).toBe(0);
    expect(await site.countFiles()).toBe(before);
  });

  it("accepts exactly 5 MiB and refuses one byte more by name", async () => {
    const { cookie } = await site.createMember();
    const padding = Buffer.alloc(MAX_PHOTO_BYTES - small.data.length);
    const full = { name: "full.jpg", data: Buffer.concat([small.data, padding]) };
    expect((await site.upload(cookie, [full])).statusCode).toBe(200);
    const over = { name: "over.jpg", data: Buffer.concat([full.data, Buffer.alloc(1)]) };
    const response = await site.upload(cookie, [small, over]);
    expect(response.statusCode).toBe(413);
    expect(response.json()).toEqual({
      error: "over.jpg is larger than 5 MB.",
      code: "PAYLOAD_TOO_LARGE",
    });
  });

  it.each([
    ["account is deactivated", (tx: Tx, id: string) => setUserActive(tx, id, false)],
    ["session ends", (tx: Tx, id: string) => deleteUserSessions(tx, id)],
  ])("stores nothing when the %s during the upload", async (_what, change) => {
    const { userId, cookie } = await site.createMember();
    const before = await site.countFiles();
    const uploading = await site.db.transaction().execute(async (tx) => {
      await lockUser(tx, userId);
      await change(tx, userId);
      const response = site.upload(cookie, [small]);
      await expect.poll(() => site.countLockWaits()).toBe(1);
      return { response };
    });
    expect((await uploading.response).statusCode).toBe(401);
    expect(await site.countPhotos(userId)).toBe(0);
    expect(await site.countFiles()).toBe(before);
  });
});
