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

/** A server with little room that waits for as long as a test likes, unless told otherwise. */
function useFloodedApp(
  limits: Partial<UploadLimits["body"]> & {
    spoolBytes?: number;
    drain?: Partial<DrainLimits>;
    slots?: Partial<UploadLimits["slots"]>;
  } = {},
) {
  const { spoolBytes = 1_000_000, drain = { ms: FOREVER_MS }, slots, ...body } = limits;
  let app: FastifyInstance | undefined;
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
    await app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await app?.close();
  });
  const opened = () => {
    if (!app) throw new Error("The server is not open yet");
    return app;
  };
  return {
    /** Begins an upload over a socket of its own. */
    begin(cookie: string, headers = "Content-Length: 1000000"): Socket {
      const address = opened().server.address();
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
    async upload(cookie: string, remoteAddress = "127.0.0.1") {
      const { payload, headers } = await multipartOf([small]);
      const sent = { method: "POST", url: UPLOAD, headers: { ...headers, cookie } } as const;
      return opened().inject({ ...sent, payload, remoteAddress });
    },
  };
}

/** The status and the text of the next answer. */
async function answerOf(socket: Socket): Promise<{ status: number; text: string }> {
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

describe("uploads that do not end", () => {
  const app = useFloodedApp();

  it("take a member's share of the places at most, and others upload", async () => {
    const [{ cookie }, other] = [await site.createMember(), await site.createMember()];
    const stalled = Array.from({ length: 8 }, () => app.begin(cookie));
    const answers: { status: number; text: string }[] = [];
    for (const socket of stalled) {
      socket.write(PART + "x".repeat(1000));
      void answerOf(socket).then((answer) => answers.push(answer));
    }
    await expect.poll(() => answers.length, PATIENT).toBe(5);
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(429));
    expect(answers[0]?.text).toMatch(/retry-after: 5/i);
    expect((await app.upload(other.cookie)).statusCode).toBe(200);
    expect((await app.upload(cookie)).statusCode).toBe(429);
    for (const socket of stalled) socket.destroy();
    await expect.poll(async () => (await app.upload(cookie)).statusCode, PATIENT).toBe(200);
    expect(await readdir(join(site.root, "uploads"))).toEqual([]);
  });

  it("of several members keep no newcomer out: one is ended for each", async () => {
    const members = [await site.createMember(), await site.createMember()];
    const { cookie } = await site.createMember();
    const answers: { status: number; text: string }[] = [];
    const stalled = members.flatMap((member) =>
      Array.from({ length: 3 }, () => {
        const socket = app.begin(member.cookie);
        socket.write(PART);
        void answerOf(socket).then((answer) => answers.push(answer));
        return socket;
      }),
    );
    const uploadBesideThem = async () => {
      expect((await app.upload(cookie)).statusCode).toBe(200);
      return answers.length;
    };
    // They may not all have their places yet when the first newcomer comes.
    await expect.poll(uploadBesideThem, PATIENT).toBeGreaterThan(0);
    expect(answers[0]?.status).toBe(503);
    expect(answers[0]?.text).toMatch(/retry-after: 5/i);
    for (const socket of stalled) socket.destroy();
  });
});

describe("free accounts that hold all of their places", () => {
  const app = useFloodedApp({ slots: { free: 3, graceMs: FOREVER_MS } });
  const createFree = () => site.createMember({ membershipTier: null, membershipExpiresAt: null });

  it("keep out neither members, nor free accounts of other networks", async () => {
    const [member, { cookie }] = [await site.createMember(), await createFree()];
    const answers: number[] = [];
    const holding = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const socket = app.begin((await createFree()).cookie);
        socket.write(PART);
        void answerOf(socket).then(({ status }) => answers.push(status));
        return socket;
      }),
    );
    await expect.poll(() => answers, PATIENT).toEqual([503]);
    expect((await app.upload(cookie)).statusCode).toBe(503);
    expect((await app.upload(member.cookie)).statusCode).toBe(200);
    expect(answers).toEqual([503]);
    expect((await app.upload(cookie, "203.0.113.1")).statusCode).toBe(200);
    await expect.poll(() => answers, PATIENT).toEqual([503, 503]);
    for (const socket of holding) socket.destroy();
  });
});

describe("an upload that stalls", () => {
  const app = useFloodedApp({ silentMs: 100 });

  it.each([
    ["with nothing more", () => undefined],
    ["with a byte now and then", (socket: Socket) => socket.write("x")],
  ])("%s is ended and told", async (_how, go) => {
    const { cookie } = await site.createMember();
    const socket = app.begin(cookie);
    socket.write(PART);
    const going = setInterval(() => go(socket), 10);
    const { status, text } = await answerOf(socket);
    clearInterval(going);
    expect([status, /The upload stalled/.test(text)]).toEqual([400, true]);
  });
});

describe("a full spool", () => {
  const app = useFloodedApp({ spoolBytes: 100_000 });

  it("answers 503 with the time to wait, and has room again afterwards", async () => {
    const [{ cookie }, other] = [await site.createMember(), await site.createMember()];
    const holding: Socket[] = [];
    const statusBesideThem = async () => {
      // Again each time: the other may have had the room before them.
      const socket = app.begin(cookie);
      socket.write(PART + "x".repeat(99_990));
      holding.push(socket);
      return (await app.upload(other.cookie)).statusCode;
    };
    await expect.poll(statusBesideThem, PATIENT).toBe(503);
    const response = await app.upload(other.cookie);
    expect([response.json().code, response.headers["retry-after"]]).toEqual(["BUSY", "5"]);
    for (const socket of holding) socket.destroy();
    await expect.poll(async () => (await app.upload(other.cookie)).statusCode, PATIENT).toBe(200);
  });
});

describe("a body that was refused", () => {
  const patient = useFloodedApp();
  const strict = useFloodedApp({ bytes: 150_000, drain: { bytes: 300_000, ms: 100 } });

  it("is taken to its end when that is near, so that its sender reads why", async () => {
    const socket = patient.begin("studbook=nobody", "Content-Length: 250000");
    expect((await answerOf(socket)).status).toBe(401);
    socket.write(Buffer.alloc(250_000));
    socket.write("GET /livez HTTP/1.1\r\nHost: studbook.test\r\n\r\n");
    expect((await answerOf(socket)).status).toBe(200);
  });

  it("is neither read nor waited for without end", async () => {
    await flood(strict.begin("studbook=nobody", "Transfer-Encoding: chunked"), "x".repeat(65_536));
    const silent = strict.begin("studbook=nobody", "Content-Length: 250000");
    const closed = closeOf(silent);
    expect((await answerOf(silent)).status).toBe(401);
    await closed;
  });

  it.each([
    ["a preamble", "x".repeat(65_536)],
    ["the headers of a part", `--${BOUNDARY}\r\n${"X-A: b\r\n".repeat(8000)}`],
    ["parts", `${PART}x\r\n`.repeat(500)],
    ["what follows the last part", `${PART}x\r\n--${BOUNDARY}--\r\n${"x".repeat(50_000)}`],
  ])("because of %s without end is answered and ended", async (_what, text) => {
    const { cookie } = await site.createMember();
    const socket = strict.begin(cookie, "Transfer-Encoding: chunked");
    const answered = answerOf(socket);
    await flood(socket, text);
    expect([400, 413, 415]).toContain((await answered).status);
  });
});
