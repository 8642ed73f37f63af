import { createAd, createUser } from "@studbook/db/test/factories";
import { describe, expect, it } from "vitest";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();

async function ask(url: string, headers: Record<string, string> = {}, method = "GET" as Method) {
  const answer = await site.app.inject({ method, url, headers });
  const { etag = "", vary, link } = answer.headers;
  const kept = answer.headers["cache-control"];
  return { status: answer.statusCode, body: answer.body, etag: String(etag), kept, vary, link };
}

type Method = "GET" | "HEAD";

async function addAd() {
  const { id: userId } = await createUser(site.db);
  return await createAd(site.db, userId);
}

describe("answers that everyone may read", () => {
  it.each(["/api/ads", "/api/ads/{id}", "/api/openapi.json"])(
    "%s is not sent again while it is the same",
    async (path) => {
      const url = path.replace("{id}", (await addAd()).id);
      const first = await ask(url);
      expect(first).toMatchObject({ status: 200, kept: "no-cache", vary: "Cookie" });
      const again = await ask(url, { "if-none-match": first.etag });
      expect(again).toEqual({ ...first, status: 304, body: "" });
      for (const tags of ["*", `"other", ${first.etag}`, first.etag.replace("W/", "")]) {
        expect((await ask(url, { "if-none-match": tags })).status).toBe(304);
      }
      expect((await ask(url, { "if-none-match": '"other"' })).status).toBe(200);
    },
  );

  it("answer HEAD as GET, without the body", async () => {
    const first = await ask("/api/ads");
    expect(await ask("/api/ads", {}, "HEAD")).toEqual({ ...first, body: "" });
    const headers = { "if-none-match": first.etag };
    expect((await ask("/api/ads", headers, "HEAD")).status).toBe(304);
  });

  it("have another tag when the ad, the total or the next page is another", async () => {
    const { id, userId } = await addAd();
    const [one, page] = [await ask(`/api/ads/${id}`), await ask("/api/ads?limit=1")];
    await site.run("update ads set stud_fee = stud_fee + 1 where id = $1", [id]);
    expect((await ask(`/api/ads/${id}`)).etag).not.toBe(one.etag);
    // Older than what the page shows: the page itself stays as it is, its total does not.
    const shown = await ask("/api/ads?limit=1");
    await createAd(site.db, userId, { createdAt: new Date("2020-01-01T00:00:00Z") });
    const more = await ask("/api/ads?limit=1");
    expect(more.body).toBe(shown.body);
    expect(new Set([page.etag, shown.etag, more.etag]).size).toBe(3);
  });

  it("have the same tag when they are compressed, and depend on what the reader takes", async () => {
    for (let n = 0; n < 5; n++) await addAd();
    const plain = await ask("/api/ads");
    const packed = await ask("/api/ads", { "accept-encoding": "gzip" });
    expect(packed.body).not.toBe(plain.body);
    expect(packed.etag).toBe(plain.etag);
    expect(String(packed.vary).toLowerCase()).toBe("cookie, accept-encoding");
  });
});
