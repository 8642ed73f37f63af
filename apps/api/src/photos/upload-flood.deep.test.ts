import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildTestApp, testConfig } from "../../test/test-app.ts";
import { multipartOf, smallFile, UPLOAD, useUploadSite } from "../../test/uploads.ts";
import type { DrainLimits } from "../http/unread-bodies.ts";
import { createDiskStorage } from "./disk-storage.ts";
import { UPLOAD_LIMITS, type UploadLimits } from "./receive-uploads.ts";

const FOREVER_MS = 100_000;
const BOUNDARY = "----flood";
const PART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n`;
const PATIENT = { timeout: 20_000 };

const site = useUploadSite();
const small = await smallFile();
const sockets: Socket[] = [];

/** A server with few slots, little spool space and, by default, no timeouts. */
function useFloodedApp(
  limits: Partial<UploadLimits["body"]> & {
    spoolBytes?: number;
    drain?: Partial<DrainLimits>;
    slots?: Partial<UploadLimits["slots"]>;
  } = {},
) {
  const { spoolBytes = 1_000_000, drain = { ms: FOREVER_MS }, slots, ...body } = limits;
  let app: FastifyInstance | undefined;
  const accepted: Socket[] = [];
  beforeAll(async () => {
    app = await buildTestApp(site.db, {
      config: { ...testConfig(), dataDir: site.root },
      storage: createDiskStorage(join(site.root, "photos")),
      limits: { drain },
      uploadLimits: {
        slots: { total: 6, free: 6, member: 3, network: 9, site: 9, graceMs: 0, ...slots },
        spoolBytes,
        body: { ...UPLOAD_LIMITS.body, silentMs: FOREVER_MS, ...body },
      },
    });
    app.server.on("connection", (socket) => accepted.push(socket));
    await app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await app?.close();
  });
  const getApp = () => {
    if (!app) throw new Error("The server is not running yet");
    return app;
  };
  return {
    /** Starts an upload on a new socket. */
    start(cookie: string, headers = "Content-Length: 1000000"): Socket {
      const address = getApp().server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      const socket = connect(port, "127.0.0.1");
      // The server may close the connection while it is written to.
      socket.on("error", () => {});
      const type = `multipart/form-data; boundary=${BOUNDARY}`;
      socket.write(
        `POST ${UPLOAD} HTTP/1.1\r\nHost: studbook.test\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\n${headers}\r\n\r\n`,
      );
      sockets.push(socket);
      return socket;
    },
    /** Waits until the server has read so many bytes from a socket. */
    async untilRead(client: Socket, bytes: number): Promise<void> {
      const count = () =>
        accepted.find(({ remotePort }) => remotePort === client.localPort)?.bytesRead;
      await expect.poll(count, PATIENT).toBeGreaterThanOrEqual(bytes);
    },
    async upload(cookie: string, remoteAddress = "127.0.0.1") {
      const { payload, headers } = await multipartOf([small]);
      const sent = { method: "POST", url: UPLOAD, headers: { ...headers, cookie } } as const;
      return getApp().inject({ ...sent, payload, remoteAddress });
    },
  };
}

/** Returns the status and text of the next response. */
async function responseOf(socket: Socket): Promise<{ status: number; text: string }> {
  const data = await new Promise((resolve) => socket.once("data", resolve));
  const text = String(data);
  return { status: Number(text.split(" ")[1]), text };
}

const closeOf = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

/** Sends chunks of this text until the connection is closed. */
async function flood(socket: Socket, text: string): Promise<void> {
  const chunk = `${text.length.toString(16)}\r\n${text}\r\n`;
  const sending = setInterval(() => socket.write(chunk), 1);
  await closeOf(socket);
  clearInterval(sending);
}

describe("uploads that never finish", () => {
  const app = useFloodedApp();

  it("use only one member's share of the slots", async () => {
    const { cookie } = await site.createMember();
    const other = await site.createMember();
    const stalled = Array.from({ length: 8 }, () => app.start(cookie));
    const responses: { status: number; text: string }[] = [];
    for (const socket of stalled) {
      socket.write(PART + "x".repeat(1000));
      void responseOf(socket).then((response) => responses.push(response));
    }
    await expect.poll(() => responses.length, PATIENT).toBe(5);
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(429));
    expect(responses[0]?.text).toMatch(/retry-after: 5/i);
    expect((await app.upload(other.cookie)).statusCode).toBe(200);
    expect((await app.upload(cookie)).statusCode).toBe(429);
    for (const socket of stalled) socket.destroy();
    await expect.poll(async () => (await app.upload(cookie)).statusCode, PATIENT).toBe(200);
    expect(await readdir(join(site.root, "uploads"))).toEqual([]);
  });

  it("of several members are evicted for other members", async () => {
    const members = [await site.createMember(), await site.createMember()];
    const { cookie } = await site.createMember();
    const responses: { status: number; text: string }[] = [];
    const stalled = members.flatMap((member) =>
      Array.from({ length: 3 }, () => {
        const socket = app.start(member.cookie);
        socket.write(PART);
        void responseOf(socket).then((response) => responses.push(response));
        return socket;
      }),
    );
    const uploadConcurrently = async () => {
      expect((await app.upload(cookie)).statusCode).toBe(200);
      return responses.length;
    };
    // They may not all have their slots yet when the first upload starts.
    await expect.poll(uploadConcurrently, PATIENT).toBeGreaterThan(0);
    expect(responses[0]?.status).toBe(503);
    expect(responses[0]?.text).toMatch(/retry-after: 5/i);
    for (const socket of stalled) socket.destroy();
  });
});

describe("free accounts that hold all of their slots", () => {
  const app = useFloodedApp({ slots: { free: 3, graceMs: FOREVER_MS } });
  const createFree = () => site.createMember({ membershipTier: null, membershipExpiresAt: null });

  it("block neither members nor free accounts of other networks", async () => {
    const member = await site.createMember();
    const { cookie } = await createFree();
    const responses: number[] = [];
    const holding = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const socket = app.start((await createFree()).cookie);
        socket.write(PART);
        void responseOf(socket).then(({ status }) => responses.push(status));
        return socket;
      }),
    );
    await expect.poll(() => responses, PATIENT).toEqual([503]);
    expect((await app.upload(cookie)).statusCode).toBe(503);
    expect((await app.upload(member.cookie)).statusCode).toBe(200);
    expect(responses).toEqual([503]);
    expect((await app.upload(cookie, "203.0.113.1")).statusCode).toBe(200);
    await expect.poll(() => responses, PATIENT).toEqual([503, 503]);
    for (const socket of holding) socket.destroy();
  });
});

describe("an upload that stalls", () => {
  const app = useFloodedApp({ silentMs: 100 });

  it.each([
    ["silently", () => undefined],
    ["with a byte every 10 ms", (socket: Socket) => socket.write("x")],
  ])("%s is ended with an explanation", async (_how, go) => {
    const { cookie } = await site.createMember();
    const socket = app.start(cookie);
    socket.write(PART);
    const going = setInterval(() => go(socket), 10);
    const { status, text } = await responseOf(socket);
    clearInterval(going);
    expect([status, /The upload stalled/.test(text)]).toEqual([400, true]);
  });
});

describe("a full spool", () => {
  const app = useFloodedApp({ spoolBytes: 100_000 });

  it("returns 503 with Retry-After until it has space again", async () => {
    const { cookie } = await site.createMember();
    const other = await site.createMember();
    const holding: Socket[] = [];
    const uploadConcurrently = async () => {
      // Fills the spool each time, because the previous upload may have used the space first.
      const socket = app.start(cookie);
      const body = PART + "x".repeat(99_990);
      socket.write(body);
      holding.push(socket);
      await app.untilRead(socket, body.length);
      return (await app.upload(other.cookie)).statusCode;
    };
    await expect.poll(uploadConcurrently, PATIENT).toBe(503);
    const response = await app.upload(other.cookie);
    expect([response.json().code, response.headers["retry-after"]]).toEqual(["BUSY", "5"]);
    for (const socket of holding) socket.destroy();
    await expect.poll(async () => (await app.upload(other.cookie)).statusCode, PATIENT).toBe(200);
  });
});

describe("a refused body", () => {
  const patient = useFloodedApp();
  const strict = useFloodedApp({ bytes: 150_000, drain: { bytes: 300_000, ms: 100 } });

  it("is read to its end if that is near, so that the client reads the response", async () => {
    const socket = patient.start("studbook=nobody", "Content-Length: 250000");
    expect((await responseOf(socket)).status).toBe(401);
    socket.write(Buffer.alloc(250_000));
    socket.write("GET /livez HTTP/1.1\r\nHost: studbook.test\r\n\r\n");
    expect((await responseOf(socket)).status).toBe(200);
  });

  it("is neither read nor awaited forever", async () => {
    await flood(strict.start("studbook=nobody", "Transfer-Encoding: chunked"), "x".repeat(65_536));
    const silent = strict.start("studbook=nobody", "Content-Length: 250000");
    const closed = closeOf(silent);
    expect((await responseOf(silent)).status).toBe(401);
    await closed;
  });

  it.each([
    ["preamble", "x".repeat(65_536)],
    ["part headers", `--${BOUNDARY}\r\n${"X-A: b\r\n".repeat(8000)}`],
    ["parts", `${PART}x\r\n`.repeat(500)],
    ["epilogue", `${PART}x\r\n--${BOUNDARY}--\r\n${"x".repeat(50_000)}`],
  ])("with endless %s is answered and closed", async (_what, text) => {
    const { cookie } = await site.createMember();
    const socket = strict.start(cookie, "Transfer-Encoding: chunked");
    const responded = responseOf(socket);
    await flood(socket, text);
    expect([400, 413, 415]).toContain((await responded).status);
  });
});
