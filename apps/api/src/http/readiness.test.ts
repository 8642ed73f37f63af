import { createDb } from "@studbook/db/client";
import { startFaultProxy } from "@studbook/db/test/fault-proxy";
import { createTestDb, runSql, withConnection } from "@studbook/db/test/test-db";
import type { FastifyInstance } from "fastify";
import { describe, expect, it } from "vitest";
import { fakeWebApp } from "../../test/fake-web-app.ts";
import { buildTestApp } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { createLogger } from "../log.ts";
import type { Readiness } from "./readiness.ts";

const site = useTestApp();

/** A web app whose pages need the database. */
const searchingApp = fakeWebApp({
  clientDir: import.meta.dirname,
  renderShell: () => "<p>shell</p>",
  async render({ call }) {
    const cause = await call("ads.search", "query", {}).catch((reason: unknown) => reason);
    // A loader that shares another loader's request wraps its error again.
    const error = new Error("The page needs it", { cause });
    return { kind: "shell", html: "<p>shell</p>", error };
  },
});

describe("readiness", () => {
  it("responds only to probes until the server has started", async () => {
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

  it("returns 503 while the database is unreachable, and /livez still returns 200", async () => {
    const url = "postgres://nobody@127.0.0.1:9/none";
    const db = createDb({ url, connectTimeoutMs: 500, onPoolError: () => undefined });
    const cut = await buildTestApp(db, { webApp: searchingApp });
    const responses = await Promise.all(
      ["/readyz", "/api/ads", "/search"].map((url) =>
        cut.inject({ url, headers: { accept: "text/html" } }),
      ),
    );
    for (const response of responses) {
      expect(response.statusCode).toBe(503);
      expect(response.headers["retry-after"]).toBeDefined();
    }
    const [ready, ads, search] = responses;
    for (const response of [ready, ads]) {
      expect(response?.json()).toMatchObject({ code: "NOT_READY" });
    }
    // The page says so without scripts.
    expect(search?.body).toContain("<h1>Studbook is briefly unavailable</h1>");
    expect(search?.headers["content-security-policy"]).toContain("default-src 'none'");
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
    const responses = await Promise.all(Array.from({ length: 5 }, () => app.inject(url)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(503));
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

  it("has one line for each cause", async () => {
    const test = await createTestDb();
    const proxy = await startFaultProxy(test.url);
    const db = createDb({ url: proxy.url, lockTimeoutMs: 10, onPoolError: () => undefined });
    const { app, lines } = await openLogged({}, db);
    const statusOf = async () => (await app.inject("/api/ads")).statusCode;
    await withConnection(test.ownerUrl, (owner) =>
      owner.transaction().execute(async (tx) => {
        await runSql(tx, "lock table ads");
        expect([await statusOf(), await statusOf()]).toEqual([503, 503]);
      }),
    );
    proxy.refuse();
    expect(await statusOf()).toBe(503);
    await app.close();
    await db.destroy();
    await proxy.close();
    await test.drop();
    expect(lines).toEqual([
      expect.stringContaining("lock timeout"),
      expect.stringMatching(/ECONNRESET|terminated unexpectedly/),
    ]);
  });

  it("has no lines for refused requests while the server is starting", async () => {
    const { app, lines } = await openLogged({ readiness: { state: "starting" } });
    await expectUnavailable(app, "/api/ads");
    expect(lines).toEqual([]);
  });
});
