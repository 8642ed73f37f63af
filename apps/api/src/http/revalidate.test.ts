import { createAd, createUser } from "@studbook/db/test/factories";
import { describe, expect, it } from "vitest";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();

async function send(url: string, headers: Record<string, string> = {}, method = "GET" as Method) {
  const response = await site.app.inject({ method, url, headers });
  const { etag = "", vary, link } = response.headers;
  const caching = response.headers["cache-control"];
  return {
    status: response.statusCode,
    body: response.body,
    etag: String(etag),
    caching,
    vary,
    link,
  };
}

type Method = "GET" | "HEAD";

async function addAd() {
  const { id: userId } = await createUser(site.db);
  return await createAd(site.db, userId);
}

describe("public responses", () => {
  it.each([
    ["/api/ads", "public, max-age=0, must-revalidate", "accept-encoding"],
    ["/api/ads/{id}", "public, max-age=0, must-revalidate", "cookie, accept-encoding"],
    ["/api/openapi.json", "no-cache", "Cookie"],
  ])("have the status 304 while they are unchanged: %s", async (path, caching, vary) => {
    const url = path.replace("{id}", (await addAd()).id);
    const first = await send(url);
    expect(first).toMatchObject({ status: 200, caching, vary });
    const again = await send(url, { "if-none-match": first.etag });
    expect(again).toEqual({ ...first, status: 304, body: "" });
    for (const tags of ["*", `"other", ${first.etag}`, first.etag.replace("W/", "")]) {
      expect((await send(url, { "if-none-match": tags })).status).toBe(304);
    }
    expect((await send(url, { "if-none-match": '"other"' })).status).toBe(200);
  });

  it("have the same headers for HEAD as for GET, and no body", async () => {
    const first = await send("/api/ads");
    expect(await send("/api/ads", {}, "HEAD")).toEqual({ ...first, body: "" });
    const headers = { "if-none-match": first.etag };
    expect((await send("/api/ads", headers, "HEAD")).status).toBe(304);
  });

  it("get a new ETag when the ad, the total or the next page changes", async () => {
    const { id, userId } = await addAd();
    const one = await send(`/api/ads/${id}`);
    const page = await send("/api/ads?limit=1");
    await site.run("update ads set stud_fee = stud_fee + 1 where id = $1", [id]);
    expect((await send(`/api/ads/${id}`)).etag).not.toBe(one.etag);
    // An older ad changes the total but not the first page.
    const shown = await send("/api/ads?limit=1");
    await createAd(site.db, userId, { createdAt: new Date("2020-01-01T00:00:00Z") });
    const more = await send("/api/ads?limit=1");
    expect(more.body).toBe(shown.body);
    expect(new Set([page.etag, shown.etag, more.etag]).size).toBe(3);
  });

  it("keep their ETag when compressed, and vary by Accept-Encoding", async () => {
    for (let n = 0; n < 5; n++) await addAd();
    const plain = await send("/api/ads");
    const packed = await send("/api/ads", { "accept-encoding": "gzip" });
    expect(packed.body).not.toBe(plain.body);
    expect(packed.etag).toBe(plain.etag);
    expect([plain.vary, packed.vary]).toEqual(["accept-encoding", "accept-encoding"]);
  });
});
