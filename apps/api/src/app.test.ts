import { createDb, type Db } from "@studbook/db/client";
import { createTRPCClient } from "@trpc/client";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, createAdmin, createMember } from "../test/test-app.ts";
import { useTestApp } from "../test/use-test-app.ts";
import type { Readiness } from "./http/readiness.ts";
import { createLogger } from "./log.ts";
import type { WebApp } from "./pages/page-contract.ts";
import type { AppRouter } from "./router.ts";

const site = useTestApp();

describe("the origin check", () => {
  const post = (headers: Record<string, string>) =>
    site.app.inject({ method: "POST", url: "/trpc/ads.search", headers });

  it.each([
    ["a page of another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    [
      "a page of a sibling domain",
      { "sec-fetch-site": "same-site", origin: "http://a.studbook.test" },
    ],
    ["another port of this host", { origin: "http://studbook.test:8080" }],
    ["another scheme of this host", { origin: "https://studbook.test" }],
    ["an opaque origin", { origin: "null" }],
    ["a foreign page without Origin", { "sec-fetch-site": "cross-site" }],
  ])("refuses a change from %s", async (_case, headers) => {
    const response = await post(headers);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ error: { data: { code: "FOREIGN_ORIGIN" } } });
  });

  it.each([
    ["its own page", { "sec-fetch-site": "same-origin" }],
    ["the address bar", { "sec-fetch-site": "none" }],
    ["an older browser on its own page", { origin: "http://studbook.test" }],
    ["a program", {}],
  ])("allows a change from %s", async (_case, headers) => {
    expect((await post(headers)).statusCode).not.toBe(403);
  });

  describe.each(["/api/account/export", "/api/admin/users.csv", "/api/admin/ads.csv"])(
    "for the download %s",
    (url) => {
      const download = async (headers: Record<string, string>) => {
        const { cookie } = await createAdmin(site.db);
        const encoded = url.replace("/api", "/%61pi");
        const answers = await Promise.all(
          [url, encoded].map((path) =>
            site.app.inject({ url: path, headers: { ...headers, cookie } }),
          ),
        );
        return answers.map(({ statusCode, body }) => [statusCode, body.includes("FOREIGN_ORIGIN")]);
      };

      it.each([
        [{ "sec-fetch-site": "cross-site" }],
        [{ "sec-fetch-site": "same-site", origin: "http://a.studbook.test" }],
        [{ origin: "https://evil.example" }],
      ])("refuses %o without an audit record", async (headers) => {
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

describe("unusual URLs and methods", () => {
  it.each([
    "/api/ads/%ff",
    "/api/ads/%",
    "/api/%ff",
    "/api/docs/files/index.html",
    "/api/docs/files/../../../package.json",
  ])("answer %s with a JSON 404", async (url) => {
    const response = await site.app.inject(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ error: expect.any(String), code: expect.any(String) });
  });

  it.each(["/livez", "/readyz", "/photos/none/320.webp"])(
    "answer POST %s with a 405",
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
  ])("answer PROPFIND %s with a 405 that lists %s", async (url, allow) => {
    const { statusCode, headers } = await site.app.inject({ method: "PROPFIND", url });
    expect([statusCode, headers.allow]).toEqual([405, allow]);
  });
});

/** A web app whose pages need the database. */
const searchingApp: WebApp = {
  clientDir: import.meta.dirname,
  renderShell: () => "<p>shell</p>",
  async render({ link }) {
    const search = createTRPCClient<AppRouter>({ links: [link] }).ads.search.query({});
    const cause = await search.catch((reason: unknown) => reason);
    // A loader that shares another loader's request wraps its error again.
    const error = new Error("The page needs it", { cause });
    return { kind: "shell", html: "<p>shell</p>", error };
  },
};

describe("readiness", () => {
  it("answers only probes until the server has started", async () => {
    const readiness: Readiness = { state: "starting" };
    const starting = await buildTestApp(site.db, { readiness });
    expect((await starting.inject("/api/ads")).json()).toMatchObject({ code: "NOT_READY" });
    expect((await starting.inject("/livez")).statusCode).toBe(200);
    expect((await starting.inject("/readyz")).statusCode).toBe(503);
    readiness.state = "ready";
    expect((await starting.inject("/readyz")).statusCode).toBe(200);
    expect((await starting.inject("/api/ads")).statusCode).toBe(200);
    readiness.state = "draining";
    const draining = await starting.inject("/readyz");
    expect(draining.statusCode).toBe(503);
    expect(draining.headers.connection).toBe("close");
    await starting.close();
  });

  it("is a 503 while the database is unreachable, and /livez stays a 200", async () => {
    const url = "postgres://nobody@127.0.0.1:9/none";
    const db = createDb({ url, connectTimeoutMs: 500, onPoolError: () => undefined });
    const cut = await buildTestApp(db, { webApp: searchingApp });
    const responses = await Promise.all(
      ["/readyz", "/api/ads", "/search"].map((path) => cut.inject(path)),
    );
    for (const response of responses) {
      expect(response.statusCode).toBe(503);
      expect(response.headers["retry-after"]).toBeDefined();
    }
    const [ready, ads, search] = responses;
    for (const response of [ready, ads]) {
      expect(response?.json()).toMatchObject({ code: "NOT_READY" });
    }
    expect(search?.body).toBe("<p>shell</p>");
    expect((await cut.inject("/livez")).statusCode).toBe(200);
    await cut.close();
    await db.destroy();
  });
});

describe("the log", () => {
  const openLogged = async (parts: Parameters<typeof buildTestApp>[1], db = site.db) => {
    const lines: string[] = [];
    const logger = createLogger("warn", { write: (line) => void lines.push(line) });
    return { app: await buildTestApp(db, { ...parts, logger }), lines };
  };
  const expectUnavailable = async (app: FastifyInstance, url: string) => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.inject(url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(503));
    await app.close();
  };

  it.each(["/api/ads", "/search"])(
    "has one line for many requests to %s while the database is unreachable",
    async (path) => {
      const url = "postgres://nobody@127.0.0.1:9/none";
      const db = createDb({ url, connectTimeoutMs: 500, onPoolError: () => undefined });
      const { app, lines } = await openLogged({ webApp: searchingApp }, db);
      await expectUnavailable(app, path);
      await db.destroy();
      expect(lines).toEqual([expect.stringContaining("ECONNREFUSED")]);
    },
  );

  it("has no lines for refused requests while the server is starting", async () => {
    const { app, lines } = await openLogged({ readiness: { state: "starting" } });
    await expectUnavailable(app, "/api/ads");
    expect(lines).toEqual([]);
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

describe("a tRPC call that is refused before its procedure", () => {
  const json = { "content-type": "application/json" };

  it.each([
    [
      "another content type",
      { "content-type": "text/plain" },
      "x",
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      -32015,
    ],
    ["a body that is too large", json, `"${"a".repeat(65_536)}"`, 413, "PAYLOAD_TOO_LARGE", -32013],
    [
      "a page of another site",
      { ...json, "sec-fetch-site": "cross-site" },
      "{}",
      403,
      "FOREIGN_ORIGIN",
      -32003,
    ],
  ])("gets an error in tRPC's shape: %s", async (_case, headers, payload, status, code, number) => {
    const url = "/trpc/auth.login";
    const response = await site.app.inject({ method: "POST", url, headers, payload });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({
      error: {
        message: expect.stringMatching(/\.$/),
        code: number,
        data: { code, httpStatus: status },
      },
    });
  });

  it.each([
    ["GET", "auth.logout", "POST"],
    ["POST", "ads.search", "GET"],
    ["PUT", "ads.search", "GET"],
  ] as const)("gets an Allow header: %s %s", async (method, path, allow) => {
    const response = await site.app.inject({ method, url: `/trpc/${path}` });
    expect([response.statusCode, response.headers.allow]).toEqual([405, allow]);
    expect(response.json().error.data.code).toBe("METHOD_NOT_ALLOWED");
  });
});

describe("a batch whose context fails", () => {
  const batch = "/trpc/ads.search,ads.search,auth.me?batch=1";

  async function sendBatch(db: Db, cookie: string): Promise<[number, string[]]> {
    const lines: string[] = [];
    const logger = createLogger("error", { write: (line: string) => void lines.push(line) });
    const app = await buildTestApp(db, { logger });
    const { statusCode } = await app.inject({ url: batch, headers: { cookie } });
    await app.close();
    return [statusCode, lines.map((line) => JSON.parse(line).msg)];
  }

  it("is logged once", async () => {
    const { cookie } = await createMember(site.db);
    await site.run("alter table sessions rename to elsewhere");
    try {
      expect(await sendBatch(site.db, cookie)).toEqual([500, ["procedure failed"]]);
    } finally {
      await site.run("alter table elsewhere rename to sessions");
    }
  });

  it("is not logged as an error while the database is unreachable", async () => {
    const { cookie } = await createMember(site.db);
    const url = "postgres://nobody@127.0.0.1:9/none";
    const db = createDb({ url, connectTimeoutMs: 500, onPoolError: () => undefined });
    expect(await sendBatch(db, cookie)).toEqual([503, []]);
    await db.destroy();
  });
});

it("treats the calls after a sign-out in the same batch as signed out", async () => {
  const { cookie } = await createMember(site.db);
  const out = await site.app.inject({
    method: "POST",
    url: "/trpc/auth.logout,account.updateInfo?batch=1",
    headers: { "content-type": "application/json", cookie },
    payload: JSON.stringify({ 1: { email: null } }),
  });
  const [signOut, after] = out.json();
  expect(signOut.result.data).toEqual({ ok: true });
  expect(after.error.data.httpStatus).toBe(401);
});

describe("a tRPC call with an empty body", () => {
  const json = { "content-type": "application/json" };
  const post = (path: string, headers: Record<string, string>, payload?: string) =>
    site.app.inject({
      method: "POST",
      url: `/trpc/${path}`,
      headers,
      ...(payload !== undefined && { payload }),
    });

  it.each([
    ["no body", {}, undefined],
    ["no body, with the JSON content type", json, undefined],
    ["an empty string", json, ""],
    ["null", json, "null"],
    ["an empty object", json, "{}"],
  ])("succeeds if it needs no input: %s", async (_case, headers, payload) => {
    const { cookie } = await createMember(site.db);
    const out = await post("auth.logout", { ...headers, cookie }, payload);
    expect([out.statusCode, out.json().result?.data]).toEqual([200, { ok: true }]);
    expect((await site.app.inject({ url: "/api/auth/me", headers: { cookie } })).statusCode).toBe(
      401,
    );
    const { cookie: next } = await createMember(site.db);
    const closed = await post("account.close", { ...headers, cookie: next }, payload);
    expect([closed.statusCode, closed.json().result?.data]).toEqual([200, { ok: true }]);
  });

  it("gets a specific error if it needs input", async () => {
    const { statusCode, body } = await post("auth.login", json, "");
    expect([statusCode, body]).toEqual([400, expect.stringContaining("as a JSON object")]);
  });

  it("is a 400 if the body is not JSON, and a 415 if its content type is not JSON", async () => {
    expect((await post("auth.logout", json, "{")).statusCode).toBe(400);
    expect((await post("auth.logout", { "content-type": "text/plain" }, "")).statusCode).toBe(415);
  });
});

describe("pages", () => {
  const rendered: string[] = [];
  const webApp: WebApp = {
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
  };
  let pages: FastifyInstance;
  beforeAll(async () => {
    pages = await buildTestApp(site.db, { webApp });
  });
  afterAll(() => pages.close());

  it("are never cached and allow no inline scripts", async () => {
    const { headers, body, statusCode } = await pages.inject("/search");
    expect([statusCode, body]).toEqual([200, "<p>/search</p>"]);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers["content-security-policy"]).toContain("script-src 'self';");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  it("are a 404 at unknown paths for every method", async () => {
    for (const method of ["GET", "POST"] as const) {
      expect((await pages.inject({ method, url: "/no/such" })).statusCode).toBe(404);
    }
  });

  it.each([
    ["POST", "/search"],
    ["PROPFIND", "/search"],
    ["POST", "/app.ts"],
    ["PROPFIND", "/app.ts?v=1"],
  ] as const)("are a 405 for %s %s", async (method, url) => {
    const { statusCode, headers } = await pages.inject({ method, url });
    expect([statusCode, headers.allow]).toEqual([405, "GET, HEAD"]);
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"] as const)(
    "are not rendered for %s",
    async (method) => {
      rendered.length = 0;
      const urls = ["/", "/search?q=a", "/ad/none", "/%73earch", "/checkout", "/no/such"];
      const answers = await Promise.all(urls.map((url) => pages.inject({ method, url })));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([405, 405, 405, 405, 405, 404]);
      expect(answers.at(-1)?.body).toBe("<p>shell</p>");
      expect(rendered).toEqual([]);
    },
  );

  it.each(["/%ff", "/%", "/search/%E0%A4%A"])(
    "are a 404 for the malformed path %s",
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
