import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { findPostmaster } from "./postmaster.ts";

let folder: string;
let servers: EmbeddedPostgres[];
beforeAll(async () => {
  folder = await mkdtemp("/var/tmp/studbook-embedded-");
  await chmod(folder, 0o755);
});
beforeEach(() => {
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.stop();
});
afterAll(() => rm(folder, { recursive: true }));

test("keeps its data from one start to the next, and when the server is killed", async () => {
  const first = await start();
  await run(first.url, "create table kept as select 42 as n");
  await first.stop();
  expect(await findPostmaster(first.dataDir)).toBeUndefined();
  const second = await start();
  expect(await run(second.url, "select n from kept")).toEqual([{ n: 42 }]);
  const { pid = 0 } = (await findPostmaster(second.dataDir)) ?? {};
  process.kill(pid, "SIGKILL");
  expect(await run((await start()).url, "select n from kept")).toEqual([{ n: 42 }]);
});

test("takes no other program for its server because of a number in a stale file", async () => {
  const { dataDir, stop } = await start();
  await stop();
  const stale = [process.pid, dataDir, 1, 1, "", "127.0.0.1", "1 1", "ready", ""].join("\n");
  await writeFile(join(dataDir, "postmaster.pid"), stale);
  if (process.getuid?.() === 0) await chown(join(dataDir, "postmaster.pid"), 65534, 65534);
  expect(await run((await start()).url, "select 1 as n")).toEqual([{ n: 1 }]);
});

test("finds the server that already runs on the data", async () => {
  const [first, second] = [await start(), await start()];
  expect(second.url).toBe(first.url);
});

test("takes another port when somebody else has the wanted one", async () => {
  const stranger = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  const address = stranger.address();
  const taken = typeof address === "object" && address ? address.port : 0;
  const server = await start(taken);
  expect(server.port).not.toBe(taken);
  expect(await run(server.url, "select 1 as n")).toEqual([{ n: 1 }]);
  await new Promise((resolve) => stranger.close(resolve));
});

test("keeps data that the server's user could not reach in a place where it can", async () => {
  const secret = join(folder, "private");
  await mkdir(secret, { mode: 0o700 });
  const first = await start(undefined, join(secret, "below/data"));
  await run(first.url, "create table kept as select 42 as n");
  await first.stop();
  const second = await start(undefined, join(secret, "below/data"));
  expect(await run(second.url, "select n from kept")).toEqual([{ n: 42 }]);
  expect((await stat(second.dataDir)).mode & 0o777).toBe(0o700);
  await second.stop();
  if (!second.dataDir.startsWith(folder)) await rm(dirname(second.dataDir), { recursive: true });
});

test("lets nobody in without the password", async () => {
  const { url } = await start();
  const guess = new URL(url);
  guess.password = "guess";
  await expect(run(guess.href, "select 1")).rejects.toThrow("password authentication failed");
});

async function start(port?: number, dataDir = join(folder, "data")): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir,
    fsync: false,
    ...(port !== undefined && { port }),
  });
  servers.push(server);
  return server;
}

async function run(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
