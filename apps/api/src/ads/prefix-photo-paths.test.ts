import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  buildTestApp,
  createAdmin,
  createMember,
  newAdFields,
  testConfig,
} from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

const CDN = "https://cdn.example";

const site = useTestApp();

describe("with a CDN for photos", () => {
  let app: FastifyInstance;
  let owner: { id: string; cookie: string };
  let ad: { id: string; images: string[] };
  beforeAll(async () => {
    app = await buildTestApp(site.db, { config: { ...testConfig(), photoBaseUrl: CDN } });
    owner = await createMember(site.db);
    const payload = await newAdFields(site.db, owner.id);
    const { cookie } = owner;
    ad = (
      await app.inject({ method: "POST", url: "/api/ads", headers: { cookie }, payload })
    ).json();
  });
  afterAll(() => app.close());

  const imagesAt = async (url: string, cookie?: string): Promise<string[]> => {
    const response = await app.inject({ url, headers: cookie ? { cookie } : {} });
    const body = response.json();
    return (Array.isArray(body) ? body.find(({ id }) => id === ad.id) : body).images;
  };

  it("the public gets the CDN's photo URLs", async () => {
    const { cookie } = await createMember(site.db);
    const images = ad.images.map((path) => CDN + path);
    expect(await imagesAt("/api/ads")).toEqual(images);
    expect(await imagesAt(`/api/ads/${ad.id}`)).toEqual(images);
    expect(await imagesAt(`/api/ads/${ad.id}`, cookie)).toEqual(images);
  });

  it("the owner and admins get the server's photo URLs", async () => {
    const admin = await createAdmin(site.db);
    expect(ad.images).toEqual([expect.stringMatching(/^\/photos\//)]);
    expect(await imagesAt("/api/my-ads", owner.cookie)).toEqual(ad.images);
    expect(await imagesAt(`/api/ads/${ad.id}`, owner.cookie)).toEqual(ad.images);
    expect(await imagesAt(`/api/ads/${ad.id}`, admin.cookie)).toEqual(ad.images);
    const patched = await app.inject({
      method: "PATCH",
      url: `/api/ads/${ad.id}`,
      headers: { cookie: owner.cookie },
      payload: { images: ad.images.map((path) => CDN + path) },
    });
    expect(patched.json().images).toEqual(ad.images);
  });
});
