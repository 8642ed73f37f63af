import { randomUUID } from "node:crypto";
import { createAd, createUser } from "@studbook/db/test/factories";
import { type FaultProxy, startFaultProxy } from "@studbook/db/test/fault-proxy";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import { z } from "@studbook/domain/schemas/z";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { buildTestApp, createAdmin, createMember, newAdFields } from "../../test/test-app.ts";
import { describeCacheable } from "./cacheable-request.ts";
import { ResponseCache } from "./response-cache.ts";

/** Generous, for a busy machine. */
const WAIT = { timeout: 20_000 };

type Server = { app: FastifyInstance; cache: ResponseCache; url: string };

let test: TestDb;
let proxy: FaultProxy;
let server: Server;
/** Listens to the database through the proxy. */
let other: Server;

beforeAll(async () => {
  test = await createTestDb();
  proxy = await startFaultProxy(test.url);
  [server, other] = await Promise.all([openServer(test.url), openServer(proxy.url)]);
});
afterAll(async () => {
  await Promise.all([server, other].map(closeServer));
  await proxy.close();
  await test.drop();
});
beforeEach(async () => {
  await Promise.all([server, other].map(({ cache }) => cache.freshness.catchUp()));
  server.cache.store.clear();
});

async function openServer(databaseUrl: string): Promise<Server> {
  const logger = pino({ level: "silent" });
  const cache = new ResponseCache({ maxBytes: 10_000_000, databaseUrl, logger });
  const app = await buildTestApp(test.db, { cache });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  await cache.freshness.catchUp();
  return { app, cache, url };
}

async function closeServer({ app, cache }: Server): Promise<void> {
  await app.close();
  await cache.close();
}

async function get(path: string, headers: Record<string, string> = {}, from = server) {
  const hits = from.cache.hits;
  const response = await fetch(from.url + path, { headers });
  const body = await response.text();
  const isHit = from.cache.hits > hits;
  return { status: response.status, headers: response.headers, body, isHit };
}

const Created = z.object({ id: z.string().optional() });

async function write(
  method: string,
  path: string,
  cookie: string,
  body: object = {},
  to: Server = server,
) {
  const response = await fetch(to.url + path, {
    method,
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBeLessThan(300);
  return Created.parse(await response.json());
}

const searchUrl = (breed: string) => `/api/ads?breed=${breed}&limit=200`;
const procedureUrl = (id: string) =>
  `/trpc/ads.byId?input=${encodeURIComponent(JSON.stringify({ id }))}`;

async function addAd(fields: Parameters<typeof createAd>[2] = {}) {
  const { id: userId } = await createUser(test.db);
  const ad = await createAd(test.db, userId, fields);
  await Promise.all([server, other].map(({ cache }) => cache.freshness.catchUp()));
  return ad;
}

describe("a public read", () => {
  it("is stored, and sent again with the same headers", async () => {
    const { id } = await addAd();
    for (const path of [`/api/ads/${id}`, procedureUrl(id), "/api/ads?limit=1", "/api/breeds"]) {
      const first = await get(path);
      const again = await get(path);
      expect([first.status, first.isHit, again.isHit]).toEqual([200, false, true]);
      expect(again.body).toBe(first.body);
      const differing = ["x-request-id", "date", "content-length", "transfer-encoding"];
      const rest = ({ headers }: typeof first) =>
        Object.fromEntries([...headers].filter(([name]) => !differing.includes(name)));
      expect(rest(again)).toEqual(rest(first));
      expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    }
  });

  it("is a 304 for a client that has it, by its tag in any form", async () => {
    const { id } = await addAd();
    const path = `/api/ads/${id}`;
    const etag = (await get(path)).headers.get("etag") ?? "";
    for (const tags of [etag, etag.replace("W/", ""), `"x", ${etag}`, "*"]) {
      const { status, body, isHit } = await get(path, { "if-none-match": tags });
      expect([status, body, isHit]).toEqual([304, "", true]);
    }
    expect((await get(path, { "if-none-match": '"x"' })).status).toBe(200);
  });

  it("is stored although the first client has it already", async () => {
    const path = `/api/ads/${(await addAd()).id}`;
    const etag = (await get(path)).headers.get("etag") ?? "";
    server.cache.store.clear();
    expect((await get(path, { "if-none-match": etag })).status).toBe(304);
    expect(await get(path)).toMatchObject({ status: 200, isHit: true });
  });

  it("is sent in the coding that the client prefers", async () => {
    await get("/api/breeds");
    for (const coding of ["br", "gzip", "identity"]) {
      const response = await get("/api/breeds", { "accept-encoding": coding });
      expect(response.headers.get("content-encoding") ?? "identity").toBe(coding);
      expect(JSON.parse(response.body)).toHaveLength(80);
      expect(response.isHit).toBe(true);
    }
  });

  it("has no body for HEAD, whose response is not stored", async () => {
    const head = () => fetch(`${server.url}/api/breeds`, { method: "HEAD" });
    expect((await head()).status).toBe(200);
    expect(server.cache.store.size).toBe(0);
    const { headers } = await get("/api/breeds", { "accept-encoding": "identity" });
    const response = await fetch(`${server.url}/api/breeds`, {
      method: "HEAD",
      headers: { "accept-encoding": "identity" },
    });
    expect(await response.text()).toBe("");
    expect(response.headers.get("content-length")).toBe(headers.get("content-length"));
  });

  it("of a procedure has the usual response to HEAD", async () => {
    const path = "/trpc/breeds.list";
    const head = async () => (await fetch(server.url + path, { method: "HEAD" })).status;
    const before = await head();
    await get(path);
    expect(await head()).toBe(before);
  });

  it("is made once for many clients that ask at once", async () => {
    const path = searchUrl("Akita");
    const { misses } = server.cache;
    const responses = await Promise.all(Array.from({ length: 20 }, () => get(path)));
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(server.cache.misses - misses).toBe(1);
  });

  it.each([
    { "x-forwarded-host": "evil.example", "x-forwarded-proto": "gopher" },
    { host: "evil.example" },
    { range: "bytes=0-1" },
    { origin: "https://evil.example" },
    { "trpc-accept": "application/jsonl", accept: "text/plain" },
    { "x-original-url": "/api/my-ads", "x-http-method-override": "DELETE" },
    { cookie: "studbook=forged; theme=dark" },
  ])("does not depend on %j", async (headers) => {
    const path = "/api/ads?limit=1";
    const { body } = await get(path, headers);
    server.cache.store.clear();
    expect((await get(path)).body).toBe(body);
    expect(await get(path, headers)).toMatchObject({ status: 200, body });
  });

  it("is not stored if it fails", async () => {
    for (const path of ["/api/ads?breed=unicorn", "/api/ads?limit=0", "/api/unknown"]) {
      expect((await get(path)).status).toBeGreaterThanOrEqual(400);
    }
    expect(server.cache.store.size).toBe(0);
  });
});

describe("a change", () => {
  it("is read by its writer at once, with and without the session", async () => {
    const { id: userId, cookie } = await createMember(test.db);
    const created = await write("POST", "/api/ads", cookie, await newAdFields(test.db, userId));
    const path = `/api/ads/${created.id}`;
    for (let round = 1; round <= 20; round++) {
      await Promise.all([get(path), get(searchUrl("Boxer")), get("/api/ads")]);
      await write("PATCH", path, cookie, { studFee: round });
      const reads = [path, searchUrl("Boxer"), "/api/ads"].flatMap((url) => [
        get(url),
        get(url, { cookie }),
      ]);
      for (const { body } of await Promise.all(reads))
        expect(body).toContain(`"studFee":${round},`);
    }
    await write("DELETE", path, cookie);
    expect((await get(path)).status).toBe(404);
    expect((await get("/api/ads")).body).not.toContain(created.id);
  });

  it("is read by its writer at once even if the notification is late", async () => {
    const { id: userId, cookie } = await createMember(test.db);
    const created = await write("POST", "/api/ads", cookie, await newAdFields(test.db, userId));
    const path = `/api/ads/${created.id}`;
    await vi.waitFor(async () => expect((await get(path, {}, other)).isHit).toBe(true), WAIT);
    proxy.pause();
    await write("PATCH", path, cookie, { studFee: 79 }, other);
    expect((await get(path, {}, other)).body).toContain('"studFee":79,');
    proxy.resume();
    proxy.reset();
    await vi.waitFor(async () => expect((await get(path, {}, other)).isHit).toBe(true), WAIT);
  });

  it("drops only what it touches", async () => {
    const boxer = await addAd({ breed: "Boxer", state: "TX" });
    const akita = await addAd({ breed: "Akita", state: "OH" });
    const untouched = [`/api/ads/${akita.id}`, searchUrl("Akita"), "/api/ads?state=OH"];
    const touched = [
      `/api/ads/${boxer.id}`,
      searchUrl("Boxer"),
      "/api/ads?state=TX",
      "/api/ads",
      "/api/breeds",
    ];
    await Promise.all([...untouched, ...touched].map((path) => get(path)));
    await test.run("update ads set stud_fee = 1 where id = $1", [boxer.id]);
    await server.cache.freshness.catchUp();
    for (const path of untouched) expect([path, (await get(path)).isHit]).toEqual([path, true]);
    for (const path of touched) expect([path, (await get(path)).isHit]).toEqual([path, false]);
  });

  it("of the breed or state drops what showed it before and what shows it now", async () => {
    const { id } = await addAd({ breed: "Boxer", state: "TX" });
    const paths = [searchUrl("Boxer"), searchUrl("Akita"), "/api/ads?state=OH"];
    await Promise.all(paths.map((path) => get(path)));
    await test.run("update ads set breed = 'Akita', state = 'OH' where id = $1", [id]);
    await server.cache.freshness.catchUp();
    const found = await Promise.all(paths.map((path) => get(path)));
    expect(found.map(({ body }) => body.includes(id))).toEqual([false, true, true]);
  });

  it.each([
    ["hidden", "update ads set hidden_at = now(), hidden_reason = 'x' where id = $1"],
    ["deactivated", "update users set is_active = false where id = $2"],
    ["expired", "update users set membership_expires_at = now() - interval '1 s' where id = $2"],
    ["erased", "delete from users where id = $2"],
    ["deleted", "delete from ads where id = $1"],
  ])("shows on all servers: %s", async (_name, statement) => {
    const { id, userId } = await addAd();
    const path = `/api/ads/${id}`;
    for (const from of [server, other]) expect((await get(path, {}, from)).status).toBe(200);
    const values = statement.includes("$2") ? [userId] : [id];
    await test.run(statement.replace("$2", "$1"), values);
    for (const from of [server, other]) {
      await vi.waitFor(async () => expect((await get(path, {}, from)).status).toBe(404), WAIT);
      expect((await get("/api/ads?limit=200", {}, from)).body).not.toContain(id);
    }
  });

  it("of thousands of ads at once drops everything", async () => {
    const { id: userId } = await createUser(test.db);
    await test.run(
      `insert into ads (user_id, dog_name, breed, state, birthdate, stud_fee, description, images, owner_name, owner_email)
       select $1, 'Rex', 'Akita', 'OH', '2022-01-01', 1, 'x', '{}', 'x', 'x@example.com' from generate_series(1, 1500)`,
      [userId],
    );
    await get("/api/ads?limit=1");
    await test.run("update users set is_active = false where id = $1", [userId]);
    await server.cache.freshness.catchUp();
    expect(server.cache.store.size).toBe(0);
    await test.run("delete from users where id = $1", [userId]);
  });

  it("that is committed while a response is made keeps that response from being stored", async () => {
    const { id } = await addAd();
    const cacheable = describeCacheable(`/api/ads/${id}`);
    if (!cacheable) throw new Error("The path is not cacheable");
    const { freshness } = server.cache;
    const start = freshness.begin();
    expect(freshness.isUnchanged(start, cacheable.tags)).toBe(true);
    await test.run("update ads set stud_fee = 2 where id = $1", [id]);
    await freshness.catchUp();
    expect(freshness.isUnchanged(start, cacheable.tags)).toBe(false);
    expect(freshness.isUnchanged(start, ["ad of somebody else"])).toBe(true);
  });
});

describe("an ad that ends", () => {
  it("is not sent any more, although nothing is written", async () => {
    const { id, userId } = await addAd({ breed: "Akita" });
    await test.run(
      "update users set membership_expires_at = studbook_now() + interval '700 ms' where id = $1",
      [userId],
    );
    await server.cache.freshness.catchUp();
    const path = `/api/ads/${id}`;
    const list = searchUrl("Akita");
    expect([(await get(path)).status, (await get(path)).isHit]).toEqual([200, true]);
    const hasEnded = async () => {
      const [row] = await test.run(
        "select listed_until <= studbook_now() as is_over from ads where id = $1",
        [id],
      );
      return row?.isOver === true;
    };
    await vi.waitFor(
      async () => {
        const isOver = await hasEnded();
        const [one, all] = [await get(path), await get(list)];
        if (!isOver) throw new Error("It has not ended yet");
        expect(one.status).toBe(404);
        expect(all.body).not.toContain(id);
      },
      { ...WAIT, interval: 20 },
    );
  });

  it("is not sent any more after the database's clock was set forward, and is after it was set back", async () => {
    const { id } = await addAd();
    const path = `/api/ads/${id}`;
    expect((await get(path)).status).toBe(200);
    await test.advance(366 * 24 * 60 * 60 * 1000);
    await server.cache.freshness.catchUp();
    expect((await get(path)).status).toBe(404);
    await test.setNow(null);
    await server.cache.freshness.catchUp();
    expect((await get(path)).status).toBe(200);
  });
});

describe("private data", () => {
  it("of owners and admins is neither stored nor sent to others", async () => {
    const { id: userId, cookie } = await createMember(test.db);
    const { cookie: adminCookie } = await createAdmin(test.db);
    const { id } = await createAd(test.db, userId);
    const secret = `canary-${randomUUID()}`;
    await test.run("update ads set hidden_at = now(), hidden_reason = $2 where id = $1", [
      id,
      secret,
    ]);
    await server.cache.freshness.catchUp();
    for (const path of [`/api/ads/${id}`, procedureUrl(id)]) {
      expect((await get(path)).status).toBe(404);
      for (const viewer of [cookie, adminCookie]) {
        expect(await get(path, { cookie: viewer })).toMatchObject({ status: 200, isHit: false });
        expect((await get(path, { cookie: viewer })).body).toContain(secret);
      }
      expect((await get(path)).status).toBe(404);
    }
    await get("/api/my-ads", { cookie });
    await get("/api/auth/me", { cookie });
    const stored = [...server.cache.store.responses()].flatMap((response) => response.contents());
    expect(stored.filter((content) => content.includes(secret))).toEqual([]);
  });
});

describe("a session that is extended", () => {
  it("is not sent to shared caches, and the response is not stored", async () => {
    const { id, cookie } = await createMember(test.db);
    await test.run(
      "update sessions set expire = studbook_now() + interval '1 day' where sess ->> 'userId' = $1",
      [id],
    );
    const { headers } = await get("/api/ads?limit=2", { cookie });
    expect(headers.get("set-cookie")).toContain(cookie);
    expect(headers.get("cache-control")).not.toContain("public");
    expect(server.cache.store.size).toBe(0);
  });
});

describe("a lost connection to the database", () => {
  const LISTENERS = `from pg_stat_activity
    where datname = current_database() and application_name = 'studbook-api listener'`;

  it("drops everything, and responses are stored again once the server listens", async () => {
    const { id } = await addAd();
    const path = `/api/ads/${id}`;
    await get(path);
    await test.run(`select pg_terminate_backend(pid) ${LISTENERS}`);
    await test.run("update ads set stud_fee = 77 where id = $1", [id]);
    await vi.waitFor(() => expect(server.cache.store.size).toBe(0), WAIT);
    await vi.waitFor(async () => {
      await get(path);
      expect(await get(path)).toMatchObject({ isHit: true });
    }, WAIT);
    expect((await get(path)).body).toContain('"studFee":77,');
  });

  it("that is silent is noticed, and changes show", async () => {
    await other.cache.freshness.catchUp();
    const { id } = await addAd();
    const path = `/api/ads/${id}`;
    await vi.waitFor(async () => expect((await get(path, {}, other)).isHit).toBe(true), WAIT);
    proxy.pause();
    await test.run("update ads set stud_fee = 78 where id = $1", [id]);
    await vi.waitFor(
      async () => expect((await get(path, {}, other)).body).toContain('"studFee":78,'),
      WAIT,
    );
    expect((await get(path, {}, other)).isHit).toBe(false);
    proxy.resume();
    proxy.reset();
    await vi.waitFor(async () => expect((await get(path, {}, other)).isHit).toBe(true), WAIT);
  });
});
