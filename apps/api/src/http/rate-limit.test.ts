import { once } from "node:events";
import { dirname } from "node:path";
import type { FastifyInstance } from "fastify";
import { describe, expect, it } from "vitest";
import { fakeWebApp } from "../../test/fake-web-app.ts";
import { connectTo } from "../../test/raw-socket.ts";
import { buildTestApp, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import type { RequestLimits } from "./rate-limit.ts";

const site = useTestApp();
const CALLS = 20;
const PAGES = 10;
const FILES = 30;
const PROBES = 40;

const webApp = fakeWebApp({
  clientDir: dirname(import.meta.dirname),
  render: async () => ({ kind: "page", status: 404, html: "<p>a page</p>" }),
  renderShell: () => "<p>a page</p>",
});

/** Runs `work` with a server with low limits. `send` sends requests in parallel and returns how many were not refused. */
async function withLimits<T>(
  work: (parts: { app: FastifyInstance; send: Send }) => Promise<T>,
  requests: Partial<RequestLimits> = {
    calls: CALLS,
    pages: PAGES,
    files: FILES,
    probes: PROBES,
  },
): Promise<T> {
  const config = { ...testConfig("on"), trustProxy: ["127.0.0.1"] };
  const app = await buildTestApp(site.db, { config, webApp, limits: { requests } });
  const send: Send = async (urls, from) => {
    const headers = { "x-forwarded-for": from };
    const responses = await Promise.all(urls.map((url) => app.inject({ url, headers })));
    return responses.filter(({ statusCode }) => statusCode !== 429).length;
  };
  try {
    return await work({ app, send });
  } finally {
    await app.close();
  }
}

type Send = (urls: string[], from: string) => Promise<number>;

const times = (n: number, ...urls: string[]) => Array.from({ length: n }, () => urls).flat();

describe("the rate limit of one address", () => {
  it.each([
    ["calls", CALLS, ["/api/ads/none", "/%61pi/ads/none", "/api", "/api/none", "/trpc/none"]],
    ["calls to unknown paths", CALLS, ["/api/none", "/trpc", "/trpc/a/b", "/trpc/"]],
    ["calls with encoded paths", CALLS, ["/%61pi/none", "/api%2Fnone", "/trpc%2Fnone", "/api#"]],
    ["pages", PAGES, ["/", "/search?breed=Boxer", "/no/such/page", "//api/ads", "/checkout"]],
    [
      "pages with names like other kinds",
      PAGES,
      ["/livez;x", "/readyz;x", "/api;x", "/trpc;x", "/photos;x"],
    ],
    ["photos", FILES, ["/photos/none/320.webp", "/photos/none", "/photos/a/b/c", "/%70hotos/a/b"]],
    ["probes", PROBES, ["/livez", "/readyz", "/%6Civez", "/livez?x"]],
    ["files", FILES, ["/app.ts", "/%61pp.ts", "/assets/none.js", "/photos%2Fsearch", "/photos"]],
  ])("holds for parallel requests: %s", async (_what, limit, urls) => {
    await withLimits(async ({ app, send }) => {
      expect(await send(times(limit, ...urls), "203.0.113.1")).toBe(limit);
      expect(await send(times(1, ...urls), "203.0.113.2")).toBe(urls.length);
      const headers = { "x-forwarded-for": "203.0.113.1" };
      const refused = await app.inject({ url: urls[0] ?? "", headers });
      expect(refused.headers).toMatchObject({
        "ratelimit-limit": String(limit),
        "ratelimit-remaining": "0",
        "retry-after": expect.stringMatching(/^[1-9]\d?$/),
      });
    });
  });

  it.each([
    ["calls", ["/%61pi/zz", "/api%2Fx", "/trpc%2Fx", "/%74rpc/a/b"]],
    ["files", ["/%70hotos/x", "/photos%2Fsearch", "/%61ssets/x"]],
    ["pages", ["/livez;x", "/api;x", "/%6Co"]],
  ] as const)("counts requests by the kind of the matched route: %s", async (kind, urls) => {
    await withLimits(async ({ app }) => {
      const limit = { calls: CALLS, pages: PAGES, files: FILES }[kind];
      for (const url of urls) {
        const { headers } = await app.inject(url);
        const isPage = headers["content-type"]?.startsWith("text/html");
        const announced = Number(headers["ratelimit-limit"]);
        expect([url, isPage, announced]).toEqual([url, kind === "pages", limit]);
      }
    });
  });

  it("is separate for each kind of request", async () => {
    await withLimits(async ({ send }) => {
      const from = "203.0.113.1";
      expect(await send(times(PAGES + 1, "/"), from)).toBe(PAGES);
      expect(await send(times(CALLS + 1, "/api/none"), from)).toBe(CALLS);
      expect(await send(times(FILES + 1, "/photos/a/b"), from)).toBe(FILES);
      expect(await send(times(PROBES + 1, "/livez"), from)).toBe(PROBES);
    });
  });

  it("for pages comes from the configuration", async () => {
    const config = { ...testConfig("on"), pagesPerMinute: 3 };
    const app = await buildTestApp(site.db, { config });
    const responses = await Promise.all(times(4, "/").map((url) => app.inject(url)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([404, 404, 404, 429]);
    await app.close();
  });

  it("counts each call of a batch", async () => {
    await withLimits(async ({ app, send }) => {
      const batch = "/trpc/ads.none,ads.none,ads.none,ads.none,ads.none?batch=1";
      expect(await send(times(CALLS, batch), "203.0.113.1")).toBe(CALLS / 5);
      const encoded = "/trpc/ads.none%2Cads.none,ads.none,ads.none,ads.none?a=b&batch=1";
      expect(await send(times(CALLS, encoded), "203.0.113.2")).toBe(CALLS / 5);
      const cut = "/trpc/x;,ads.none,ads.none,ads.none,ads.none?batch=1";
      expect(await send(times(CALLS, cut), "203.0.113.5")).toBe(CALLS / 5);
      const many = `/trpc/${"a,".repeat(5000)}?batch=1`;
      expect(await send(times(CALLS, many), "203.0.113.3")).toBe(CALLS / 10);
      const headers = { "x-forwarded-for": "203.0.113.4" };
      const response = await app.inject({ url: batch, headers });
      expect(response.headers["ratelimit-remaining"]).toBe(String(CALLS - 5));
    });
  });
});

describe("a network that keeps sending after refusals", () => {
  const countClosed = async (app: FastifyInstance, from: string, n: number) => {
    const headers = { "x-forwarded-for": from };
    const responses = await Promise.all(times(n, "/").map((url) => app.inject({ url, headers })));
    const closed = responses.filter(({ headers }) => headers.connection === "close");
    expect(closed.every(({ statusCode }) => statusCode === 429)).toBe(true);
    return closed.length;
  };

  it("gets its connections closed", async () => {
    await withLimits(
      async ({ app }) => {
        expect(await countClosed(app, "203.0.113.1", PAGES + 9)).toBe(4);
        expect(await countClosed(app, "203.0.113.2", PAGES + 5)).toBe(0);
      },
      { pages: PAGES, refusals: 5 },
    );
  });

  it("gets them closed for its IPv6 /48 after ten times as many refusals", async () => {
    await withLimits(
      async ({ app }) => {
        const nets = Array.from({ length: 12 }, (_, net) =>
          countClosed(app, `2001:db8:1:${net}::1`, 5),
        );
        const closed = await Promise.all(nets);
        expect(closed.reduce((sum, n) => sum + n)).toBe(10);
      },
      { pages: 0, refusals: 5 },
    );
  });

  it("is disconnected after 300 refusals in a minute on one connection", async () => {
    await withLimits(
      async ({ app }) => {
        await app.listen({ port: 0, host: "127.0.0.1" });
        const socket = await connectTo(app);
        const closed = once(socket, "close");
        let responses = 0;
        socket.setEncoding("latin1").on("data", (part: string) => {
          responses += part.split("HTTP/1.1 429 ").length - 1;
          socket.write("GET / HTTP/1.1\r\nHost: studbook.test\r\n\r\n");
        });
        socket.write("GET / HTTP/1.1\r\nHost: studbook.test\r\n\r\n");
        await closed;
        expect(responses).toBe(301);
      },
      { pages: 0 },
    );
  });
});

describe("an IPv6 address", () => {
  const from = (site48: number, net64: number, host: number) =>
    `2001:db8:${site48.toString(16)}:${net64.toString(16)}::${host.toString(16)}`;

  it("counts under its /64", async () => {
    await withLimits(async ({ send }) => {
      const hosts = Array.from({ length: PAGES * 2 }, (_, host) =>
        send(["/"], from(1, 1, host + 1)),
      );
      const passed = await Promise.all(hosts);
      expect(passed.filter((n) => n === 1)).toHaveLength(PAGES);
      expect(await send(["/"], from(1, 2, 1))).toBe(1);
    });
  });

  it("also counts under its /48, which has ten times the limit", async () => {
    await withLimits(async ({ send }) => {
      const nets = Array.from({ length: 20 }, (_, net) => send(times(PAGES, "/"), from(1, net, 1)));
      const passed = await Promise.all(nets);
      expect(passed.reduce((sum, n) => sum + n)).toBe(10 * PAGES);
      expect(await send(["/"], from(2, 1, 1))).toBe(1);
    });
  });

  it("counts as IPv4 if it is a mapped IPv4 address", async () => {
    await withLimits(async ({ send }) => {
      expect(await send(times(PAGES, "/"), "::ffff:203.0.113.9")).toBe(PAGES);
      expect(await send(["/"], "203.0.113.9")).toBe(0);
    });
  });
});

describe("an address forwarded by a proxy", () => {
  it("counts as the same address in every notation", async () => {
    await withLimits(async ({ send }) => {
      const ports = times(PAGES, "/").map((url, port) => send([url], `203.0.113.9:${5000 + port}`));
      await Promise.all(ports);
      expect(await send(["/"], "::ffff:cb00:7109")).toBe(0);
    });
  });

  it("counts as the proxy's address if it is not an IP address", async () => {
    await withLimits(async ({ send }) => {
      const invented = times(2 * PAGES, "/").map((url, n) => send([url], `host-${n}`));
      const passed = await Promise.all(invented);
      expect(passed.filter((n) => n === 1)).toHaveLength(PAGES);
    });
  });
});
