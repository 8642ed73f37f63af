import { randomUUID } from "node:crypto";
import { attachPhotos, insertPhoto } from "@studbook/db/queries/photos";
import { createAd } from "@studbook/db/test/factories";
import { SAMPLE_PHOTO_IDS } from "@studbook/domain/samples";
import { describe, expect, it } from "vitest";
import { buildTestApp, createAdmin, createMember, testConfig } from "../../test/test-app.ts";
import { useUploadSite } from "../../test/uploads.ts";
import { photoKey } from "./storage.ts";

const site = useUploadSite();

/** Stores a photo of a new member, by default used by an ad. */
async function createPhoto({ isUsed = true } = {}) {
  const owner = await createMember(site.db);
  const id = randomUUID();
  await insertPhoto(site.db, { id, userId: owner.id, width: 4, height: 3, bytes: 5 });
  for (const width of [320, 800, 1600] as const) {
    await site.storage.write(photoKey(id, width), Buffer.from("photo"));
  }
  const ad = isUsed ? await createAd(site.db, owner.id) : undefined;
  if (ad) await site.db.transaction().execute((tx) => attachPhotos(tx, ad.id, [id]));
  return { path: `/photos/${id}/800.webp`, owner, adId: ad?.id ?? "" };
}

const get = (url: string, cookie?: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url, headers: { ...headers, ...(cookie && { cookie }) } });

describe("a photo of a listed ad", () => {
  it("is sent to everyone and may be cached for a day", async () => {
    const { path } = await createPhoto();
    const response = await get(path);
    expect([response.statusCode, response.body]).toEqual([200, "photo"]);
    expect(response.headers["cache-control"]).toBe("private, max-age=86400");
    expect(response.headers["access-control-allow-origin"]).toBe("*");
    expect(response.headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect(response.headers["set-cookie"]).toBeUndefined();
  });

  it("is not sent again to a client that has it", async () => {
    const { path } = await createPhoto();
    const { etag } = (await get(path)).headers;
    const again = await get(path, undefined, { "if-none-match": `W/${etag}` });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect((await get(path, undefined, { "if-none-match": '"other"' })).statusCode).toBe(200);
    const small = await get(path.replace("800", "320"));
    expect(small.headers.etag).not.toBe(etag);
  });

  it("may be stored by a shared cache for the configured time", async () => {
    const { path } = await createPhoto();
    const config = { ...testConfig(), photoSharedCacheSeconds: 600 };
    const shared = await buildTestApp(site.db, { config, storage: site.storage });
    expect((await shared.inject(path)).headers["cache-control"]).toBe(
      "public, max-age=86400, s-maxage=600",
    );
    await shared.close();
  });
});

const hidings: [string, (photo: { ownerId: string; adId: string }) => [string, unknown[]]][] = [
  [
    "the operator has hidden it",
    ({ adId }) => [
      "update ads set hidden_at = studbook_now(), hidden_reason = 'Unlawful' where id = $1",
      [adId],
    ],
  ],
  [
    "its owner's membership has expired",
    ({ ownerId }) => [
      "update users set membership_expires_at = studbook_now() where id = $1",
      [ownerId],
    ],
  ],
];

describe("a photo of an ad that is not listed", () => {
  it.each(hidings)(
    "because %s returns 404 immediately, except for its owner and admins",
    async (_why, hide) => {
      const { path, owner, adId } = await createPhoto();
      const admin = await createAdmin(site.db);
      const other = await createMember(site.db);
      const { etag } = (await get(path)).headers;
      await site.run(...hide({ ownerId: owner.id, adId }));
      for (const cookie of [undefined, other.cookie, "studbook=nobody"]) {
        const response = await get(path, cookie, { "if-none-match": String(etag) });
        expect(response.statusCode).toBe(404);
        expect(response.headers["cache-control"]).toBe("no-store");
        expect(response.headers.etag).toBeUndefined();
      }
      for (const cookie of [owner.cookie, admin.cookie]) {
        const response = await get(path, cookie);
        expect([response.statusCode, response.body]).toEqual([200, "photo"]);
        expect(response.headers["cache-control"]).toBe("private, no-store");
        expect(response.headers["access-control-allow-origin"]).toBeUndefined();
      }
    },
  );

  it("because its owner was deactivated returns 404 for the owner too, until reactivation", async () => {
    const { path, owner } = await createPhoto();
    const admin = await createAdmin(site.db);
    await site.run("update users set is_active = false where id = $1", [owner.id]);
    expect((await get(path)).statusCode).toBe(404);
    expect((await get(path, owner.cookie)).statusCode).toBe(404);
    expect((await get(path, admin.cookie)).statusCode).toBe(200);
    await site.run("update users set is_active = true where id = $1", [owner.id]);
    expect((await get(path)).statusCode).toBe(200);
  });

  it("returns 404 for visitors even if shared caches are allowed", async () => {
    const { path, owner } = await createPhoto();
    const config = { ...testConfig(), photoSharedCacheSeconds: 600 };
    const shared = await buildTestApp(site.db, { config, storage: site.storage });
    await site.run("update users set is_active = false where id = $1", [owner.id]);
    expect((await shared.inject(path)).statusCode).toBe(404);
    await shared.close();
  });
});

describe("a photo that no ad uses", () => {
  it("is visible only to its uploader", async () => {
    const { path, owner } = await createPhoto({ isUsed: false });
    const admin = await createAdmin(site.db);
    const other = await createMember(site.db);
    for (const cookie of [undefined, other.cookie, admin.cookie]) {
      expect((await get(path, cookie)).statusCode).toBe(404);
    }
    const response = await get(path, owner.cookie);
    expect(response.statusCode).toBe(200);
    expect(response.headers["cache-control"]).toBe("private, no-store");
  });

  it("returns 404 for others once its ad is deleted", async () => {
    const { path, owner, adId } = await createPhoto();
    await site.run("delete from ads where id = $1", [adId]);
    expect((await get(path)).statusCode).toBe(404);
    expect((await get(path, owner.cookie)).statusCode).toBe(200);
  });
});

it("serves the sample ads' photos to everyone", async () => {
  const response = await get(`/photos/${SAMPLE_PHOTO_IDS.flat()[0]}/320.webp`);
  expect(response.statusCode).toBe(200);
  expect(response.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});

it("returns 404 without an ETag for a photo without files", async () => {
  const owner = await createMember(site.db);
  const id = randomUUID();
  await insertPhoto(site.db, { id, userId: owner.id, width: 4, height: 3, bytes: 5 });
  const response = await get(`/photos/${id}/800.webp`, owner.cookie);
  expect(response.statusCode).toBe(404);
  expect(response.headers.etag).toBeUndefined();
});
