import { once } from "node:events";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectTo, sendRaw } from "../../test/raw-socket.ts";
import { buildTestApp, createMember } from "../../test/test-app.ts";
import type { AppParts } from "../app.ts";

const HELD_BYTES = 256 * 1024;
const STALLED_BYTES = 32 * 1024;

let test: TestDb;
let app: FastifyInstance;
beforeAll(async () => {
  test = await createTestDb();
  app = await openApp({ bodies: { heldBytes: HELD_BYTES } });
});
afterAll(async () => {
  await app.close();
  await test.drop();
});

async function openApp(limits: NonNullable<AppParts["limits"]>): Promise<FastifyInstance> {
  const opened = await buildTestApp(test.db, { limits });
  await opened.listen({ port: 0, host: "127.0.0.1" });
  return opened;
}

const CALLS = ["/api/logout", "/trpc/auth.logout", "/api/stripe/webhook"];
const headOf = (path: string, ...more: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: studbook.test",
    "Content-Type: application/json",
    ...more,
    "",
    "",
  ].join("\r\n");

describe("stalled bodies", () => {
  it("are refused, oldest first, so that others are still read", async () => {
    const { cookie } = await createMember(test.db);
    const stalled = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const socket = await connectTo(app);
        const path = CALLS[n % CALLS.length] ?? "";
        socket.write(headOf(path, "Content-Length: 60000") + "a".repeat(STALLED_BYTES));
        const response = once(socket, "data").then(([data]) => String(data));
        return { socket, response };
      }),
    );
    const maxHeld = HELD_BYTES / STALLED_BYTES;
    let refused = 0;
    const allRefused = Promise.withResolvers<void>();
    for (const { response } of stalled) {
      response.then((text) => {
        expect(text).toMatch(/^HTTP\/1\.1 503 /);
        expect(text).toMatch(/retry-after: \d/i);
        expect(text).toContain('"BUSY"');
        if (++refused === stalled.length - maxHeld) allRefused.resolve();
      }, allRefused.reject);
    }
    await allRefused.promise;
    const honest = await app.inject({
      method: "POST",
      url: "/api/logout",
      headers: { cookie, "content-type": "application/json" },
      payload: "{}",
    });
    expect(honest.statusCode).toBe(200);
    for (const { socket } of stalled) socket.destroy();
  });

  it("are refused after the time limit, and their connections are closed", async () => {
    const hasty = await openApp({ bodies: { arrivalMs: 1 }, drain: { ms: 600_000 } });
    for (const path of CALLS) {
      const socket = await connectTo(hasty);
      socket.write(`${headOf(path, "Content-Length: 9")}{`);
      const [data] = await once(socket, "data");
      expect([path, String(data)]).toEqual([
        path,
        expect.stringMatching(/^HTTP\/1\.1 400 .*"BAD_REQUEST"/s),
      ]);
      await once(socket, "end");
      socket.destroy();
    }
    await hasty.close();
  });
});

describe("a body", () => {
  it("is read from a thousand chunks", async () => {
    const { cookie } = await createMember(test.db);
    const chunks = `${"1\r\n{\r\n"}${"1\r\n \r\n".repeat(1000)}1\r\n}\r\n0\r\n\r\n`;
    const more = ["Transfer-Encoding: chunked", `Cookie: ${cookie}`, "Connection: close"];
    const { status, body } = await sendRaw(app, headOf("/api/logout", ...more) + chunks);
    expect([status, body]).toEqual([200, '{"ok":true}']);
  });

  it.each([...CALLS, "/none"])(
    "closes the connection if it is sent to %s in very many tiny chunks",
    async (path) => {
      for (const type of ["application/json", "text/html"]) {
        const socket = await connectTo(app);
        const ended = new Promise((resolve) => socket.once("close", resolve));
        socket.on("error", () => undefined);
        const head = headOf(path, "Transfer-Encoding: chunked").replace("application/json", type);
        socket.write(head + "1\r\n \r\n".repeat(50_000));
        await ended;
      }
      expect((await app.inject("/livez")).statusCode).toBe(200);
    },
  );

  it.each(CALLS)("is refused by %s if its length is wrong", async (url) => {
    for (const length of ["1", "3"]) {
      const headers = { "content-type": "application/json", "content-length": length };
      const { statusCode } = await app.inject({ method: "POST", url, headers, payload: "{}" });
      expect([length, statusCode]).toEqual([length, 400]);
    }
  });

  it.each([...CALLS, "/api/upload-images"])("gets a 415 on %s if it is encoded", async (url) => {
    for (const encoding of ["gzip", "BR", "gzip, identity", "zstd"]) {
      const headers = { "content-type": "application/json", "content-encoding": encoding };
      const { statusCode } = await app.inject({ method: "POST", url, headers, payload: "{}" });
      expect([encoding, statusCode]).toEqual([encoding, 415]);
    }
  });

  it("may have a content type in any case", async () => {
    const headers = { "content-type": "Application/JSON; Charset=UTF-8" };
    const call = { method: "POST", headers, payload: "{}" } as const;
    expect((await app.inject({ ...call, url: "/api/logout" })).statusCode).toBe(200);
    expect((await app.inject({ ...call, url: "/trpc/auth.logout" })).statusCode).toBe(200);
  });
});
