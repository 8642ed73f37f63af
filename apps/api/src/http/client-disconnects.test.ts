import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { attachPhotos, insertPhoto } from "@studbook/db/queries/photos";
import { lockUser } from "@studbook/db/queries/users";
import { createAd, createUser } from "@studbook/db/test/factories";
import { createTestDb, type TestDb } from "@studbook/db/test/test-db";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { noOpStorage } from "../../test/no-op-storage.ts";
import { buildTestApp, createMember } from "../../test/test-app.ts";
import { createLogger } from "../log.ts";

const PHOTO_ID = "0e2b3c4d-5e6f-4a7b-8c9d-0a1b2c3d4e5f";
const PHOTO = `/photos/${PHOTO_ID}/320.webp`;
const INFO = 30;
const ERROR = 50;
/** Generous, for a busy machine. */
const WAIT = { timeout: 30_000 };

let test: TestDb;
let app: FastifyInstance;
/** Resolves with the stream of the photo when the server starts to read it. The stream never yields a byte. */
let opened = Promise.withResolvers<Readable>();
let lines: { level: number; msg: string }[] = [];

const logged = () => lines.map(({ level, msg }) => [level, msg]);

beforeAll(async () => {
  test = await createTestDb();
  const { id: userId } = await createUser(test.db);
  const ad = await createAd(test.db, userId);
  await insertPhoto(test.db, { id: PHOTO_ID, userId, width: 4, height: 3, bytes: 10 });
  await test.db.transaction().execute((tx) => attachPhotos(tx, ad.id, [PHOTO_ID]));
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const open = async () => {
    const photo: Readable = new Readable({ read: () => opened.resolve(photo) });
    return { bytes: 10, body: photo };
  };
  app = await buildTestApp(test.db, {
    storage: { ...noOpStorage, open },
    logger: createLogger("info", stream),
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
});
beforeEach(() => {
  lines = [];
  opened = Promise.withResolvers();
});
afterAll(async () => {
  await app.close();
  await test.drop();
});

function send(call: string, { cookie, body }: { cookie?: string; body?: string } = {}): Socket {
  const address = app.server.address();
  const socket = connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1");
  const headers = [
    "host: studbook.test",
    "accept-encoding: gzip",
    ...(cookie ? [`cookie: ${cookie}`] : []),
    ...(body ? ["content-type: application/json", `content-length: ${body.length}`] : []),
  ];
  socket.write(`${call} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${body ?? ""}`);
  return socket;
}

it("does not log an error when a client disconnects before the response to a call", async () => {
  const { id, cookie } = await createMember(test.db);
  const accepted = once(app.server, "connection");
  await test.db.transaction().execute(async (tx) => {
    await lockUser(tx, id);
    const socket = send("POST /trpc/account.updateInfo", { cookie, body: `{"firstName":"Dale"}` });
    const [serverSocket] = await accepted;
    await vi.waitFor(async () => expect(await test.countLockWaits()).toBe(1), WAIT);
    const closed = once(serverSocket, "close");
    socket.destroy();
    await closed;
  });
  const names = () => test.run("select first_name from users where id = $1", [id]);
  await vi.waitFor(async () => expect(await names()).toEqual([{ firstName: "Dale" }]), WAIT);
  await app.inject("/livez");
  expect(lines.filter(({ level }) => level > INFO)).toEqual([]);
});

it("does not log an error when a client disconnects before a photo is sent", async () => {
  const socket = send(`GET ${PHOTO}`);
  const photo = await opened.promise;
  socket.destroy();
  await once(photo, "close");
  await vi.waitFor(
    () => expect(logged()).toContainEqual([INFO, "stream closed prematurely"]),
    WAIT,
  );
  expect(lines.filter(({ level }) => level > INFO)).toEqual([]);
});

it("logs an error when a file ends early while the client waits", async () => {
  const socket = send(`GET ${PHOTO}`);
  (await opened.promise).destroy();
  const [response] = await once(socket, "data");
  expect(String(response)).toContain("500 Internal Server Error");
  expect(logged()).toContainEqual([ERROR, "request failed"]);
  socket.destroy();
});
