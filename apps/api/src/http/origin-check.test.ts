import { describe, expect, it } from "vitest";
import { createAdmin } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";

const site = useTestApp();

describe("the origin check", () => {
  const post = (headers: Record<string, string>) =>
    site.app.inject({ method: "POST", url: "/trpc/ads.search", headers });

  it.each([
    ["a page on another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    [
      "a page on a sibling domain",
      { "sec-fetch-site": "same-site", origin: "http://a.studbook.test" },
    ],
    ["another port on this host", { origin: "http://studbook.test:8080" }],
    ["this host over another scheme", { origin: "https://studbook.test" }],
    ["an opaque origin", { origin: "null" }],
    ["a page on another site without an Origin header", { "sec-fetch-site": "cross-site" }],
  ])("refuses a change from %s", async (_case, headers) => {
    const response = await post(headers);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ error: { data: { code: "FOREIGN_ORIGIN" } } });
  });

  it.each([
    ["its own page", { "sec-fetch-site": "same-origin" }],
    ["the address bar", { "sec-fetch-site": "none" }],
    ["an older browser on its own page", { origin: "http://studbook.test" }],
    ["a client that is not a browser", {}],
  ])("allows a change from %s", async (_case, headers) => {
    expect((await post(headers)).statusCode).not.toBe(403);
  });

  describe.each(["/api/account/export", "/api/admin/users.csv", "/api/admin/ads.csv"])(
    "for the download %s",
    (url) => {
      const download = async (headers: Record<string, string>) => {
        const { cookie } = await createAdmin(site.db);
        const encoded = url.replace("/api", "/%61pi");
        const responses = await Promise.all(
          [url, encoded].map((path) =>
            site.app.inject({ url: path, headers: { ...headers, cookie } }),
          ),
        );
        return responses.map(({ statusCode, body }) => [
          statusCode,
          body.includes("FOREIGN_ORIGIN"),
        ]);
      };

      it.each([
        [{ "sec-fetch-site": "cross-site" }],
        [{ "sec-fetch-site": "same-site", origin: "http://a.studbook.test" }],
        [{ origin: "https://evil.example" }],
      ])("refuses %o and writes no audit record", async (headers) => {
        const before = await site.run("select count(*) from audit_log");
        expect(await download(headers)).toEqual([
          [403, true],
          [403, true],
        ]);
        expect(await site.run("select count(*) from audit_log")).toEqual(before);
      });

      it.each([[{ "sec-fetch-site": "same-origin" }], [{ "sec-fetch-site": "none" }], [{}]])(
        "allows %o",
        async (headers) => {
          expect(await download(headers)).toEqual([
            [200, false],
            [200, false],
          ]);
        },
      );
    },
  );

  it("allows reads from other sites", async () => {
    const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    expect((await site.app.inject({ url: "/api/ads", headers })).statusCode).toBe(200);
  });
});
