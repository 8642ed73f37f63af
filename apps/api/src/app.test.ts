import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fakeWebApp } from "../test/fake-web-app.ts";
import { buildTestApp } from "../test/test-app.ts";
import { useTestApp } from "../test/use-test-app.ts";

const site = useTestApp();

describe("unusual URLs and methods", () => {
  it.each([
    "/api/ads/%ff",
    "/api/ads/%",
    "/api/%ff",
    "/api/docs/files/index.html",
    "/api/docs/files/../../../package.json",
  ])("return a JSON 404 for %s", async (url) => {
    const response = await site.app.inject(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ error: expect.any(String), code: expect.any(String) });
  });

  it.each(["/livez", "/readyz", "/photos/none/320.webp"])(
    "return a 405 for POST %s",
    async (url) => {
      const { statusCode, headers } = await site.app.inject({ method: "POST", url });
      expect([statusCode, headers.allow]).toEqual([405, "GET, HEAD"]);
    },
  );

  it.each([
    ["/api/ads", "GET, HEAD, POST"],
    ["/api/login", "POST"],
    ["/livez", "GET, HEAD"],
    ["/api/ads/1", "DELETE, GET, HEAD, PATCH"],
  ])("return a 405 for PROPFIND %s that lists %s", async (url, allow) => {
    const { statusCode, headers } = await site.app.inject({ method: "PROPFIND", url });
    expect([statusCode, headers.allow]).toEqual([405, allow]);
  });
});

describe("bodies", () => {
  it.each([
    ["not well-formed JSON", "application/json", "{", 400, "BAD_REQUEST"],
    ["of another content type", "application/xml", "<a/>", 415, "UNSUPPORTED_MEDIA_TYPE"],
    ["over 64 KiB", "application/json", `"${"a".repeat(65_536)}"`, 413, "PAYLOAD_TOO_LARGE"],
  ])("are refused if they are %s", async (_case, type, payload, status, code) => {
    const headers = { "content-type": type };
    const response = await site.app.inject({ method: "POST", url: "/api/ads", headers, payload });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ code, error: expect.any(String) });
  });
});

describe("a field that could change a prototype", () => {
  it.each([
    ["__proto__", '{"__proto__":{"isAdmin":true}}'],
    ["constructor", '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ])("is refused as an unknown field: %s", async (path, payload) => {
    const headers = { "content-type": "application/json" };
    const response = await site.app.inject({
      method: "POST",
      url: "/api/logout",
      headers,
      payload,
    });
    const message = `Unknown field: ${path}`;
    const issues = [{ path, message }];
    expect(response.json()).toEqual({ error: message, code: "BAD_REQUEST", issues });
  });
});

it("compresses a file without a warning of a memory leak", async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error) => warnings.push(warning);
  process.on("warning", keep);
  const { headers } = await site.app.inject({
    url: "/api/docs/files/page.css",
    headers: { "accept-encoding": "br" },
  });
  process.off("warning", keep);
  expect([headers["content-encoding"], warnings]).toEqual(["br", []]);
});

describe("pages", () => {
  const rendered: string[] = [];
  const webApp = fakeWebApp({
    clientDir: import.meta.dirname,
    renderShell: () => "<p>shell</p>",
    render: async ({ url }) => {
      rendered.push(url);
      if (url === "/broken") {
        return { kind: "shell", html: "<p>shell</p>", error: new Error("no") };
      }
      if (url === "/old") return { kind: "redirect", status: 301, location: "/search" };
      return { kind: "page", status: url === "/search" ? 200 : 404, html: `<p>${url}</p>` };
    },
  });
  let pages: FastifyInstance;
  beforeAll(async () => {
    pages = await buildTestApp(site.db, { webApp });
  });
  afterAll(() => pages.close());

  it("allow no inline scripts", async () => {
    const { headers, body, statusCode } = await pages.inject("/search");
    expect([statusCode, body]).toEqual([200, "<p>/search</p>"]);
    expect(headers["content-security-policy"]).toContain("script-src 'self';");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  it("return 404 at unknown paths for every method", async () => {
    for (const method of ["GET", "POST"] as const) {
      expect((await pages.inject({ method, url: "/no/such" })).statusCode).toBe(404);
    }
  });

  it.each([
    ["POST", "/search"],
    ["PROPFIND", "/search"],
    ["POST", "/app.ts"],
    ["PROPFIND", "/app.ts?v=1"],
  ] as const)("return 405 for %s %s", async (method, url) => {
    const { statusCode, headers } = await pages.inject({ method, url });
    expect([statusCode, headers.allow]).toEqual([405, "GET, HEAD"]);
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"] as const)(
    "are not rendered for %s",
    async (method) => {
      rendered.length = 0;
      const urls = ["/", "/search?q=a", "/ad/none", "/%73earch", "/checkout", "/no/such"];
      const responses = await Promise.all(urls.map((url) => pages.inject({ method, url })));
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([405, 405, 405, 405, 405, 404]);
      expect(responses.at(-1)?.body).toBe("<p>shell</p>");
      expect(rendered).toEqual([]);
    },
  );

  it.each(["/%ff", "/%", "/search/%E0%A4%A"])(
    "return 404 for the malformed path %s",
    async (url) => {
      const { statusCode, headers } = await pages.inject(url);
      expect([statusCode, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    },
  );

  it("forward redirects", async () => {
    const { statusCode, headers } = await pages.inject("/old");
    expect([statusCode, headers.location]).toEqual([301, "/search"]);
  });

  it.each([
    ["range", "bytes=99999999-", 416],
    ["if-match", '"x"', 412],
    ["if-unmodified-since", "Thu, 01 Jan 1990 00:00:00 GMT", 412],
  ])("have files that refuse an unmet %s condition", async (name, value, status) => {
    const whole = await pages.inject("/app.ts");
    const refused = await pages.inject({ url: "/app.ts", headers: { [name]: value } });
    expect([refused.statusCode, refused.json()]).toEqual([
      status,
      { error: expect.stringMatching(/\.$/), code: "BAD_REQUEST" },
    ]);
    const length = status === 416 ? `bytes */${whole.headers["content-length"]}` : undefined;
    expect(refused.headers["content-range"]).toBe(length);
    // The error must not have the caching headers of the file.
    expect(refused.headers["cache-control"]).toBe("no-store");
    expect(refused.headers.etag).toBeUndefined();
  });

  it("that fail to render are a 500 with the shell, which the browser renders", async () => {
    const { statusCode, body } = await pages.inject("/broken");
    expect([statusCode, body]).toEqual([500, "<p>shell</p>"]);
  });
});
