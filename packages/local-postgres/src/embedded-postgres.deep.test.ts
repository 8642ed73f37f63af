import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { LocalPostgresError } from "./local-postgres-error.ts";
import { findPostmaster } from "./postmaster.ts";

const LAUNCH = `
  import { startEmbeddedPostgres } from "${new URL("./embedded-postgres.ts", import.meta.url).href}";
  const dataDir = process.argv[1] + "/data";
  const { url, stop } = await startEmbeddedPostgres({ dataDir, fsync: false });
  process.stdin.once("data", () => {
    void stop();
    process.exit();
  });
  process.stdout.write(url);
`;

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

test("keeps its data across restarts and when the server is killed", async () => {
  const first = await start();
  await run(first.url, "create table numbers as select 42 as n");
  await first.stop();
  expect(await findPostmaster(first.dataDir)).toBeUndefined();
  const second = await start();
  expect(await run(second.url, "select n from numbers")).toEqual([{ n: 42 }]);
  const { pid = 0 } = (await findPostmaster(second.dataDir)) ?? {};
  process.kill(pid, "SIGKILL");
  expect(await run((await start()).url, "select n from numbers")).toEqual([{ n: 42 }]);
});

test("starts despite a stale postmaster.pid with another program's process ID", async () => {
  const { dataDir, stop } = await start();
  await stop();
  const stale = [process.pid, dataDir, 1, 1, "", "127.0.0.1", "1 1", "ready", ""].join("\n");
  await writeFile(join(dataDir, "postmaster.pid"), stale);
  if (process.getuid?.() === 0) await chown(join(dataDir, "postmaster.pid"), 65534, 65534);
  expect(await run((await start()).url, "select 1 as n")).toEqual([{ n: 1 }]);
});

test("refuses data that a running process uses, and takes it over when that process is killed", async () => {
  const launcher = spawn(process.execPath, ["--input-type=module", "--eval", LAUNCH, folder]);
  onTestFinished(() => void launcher.kill("SIGKILL"));
  const [first] = await once(launcher.stdout, "data");
  const inUse = { name: "ClusterInUse", pid: launcher.pid };
  await expect(start()).rejects.toMatchObject(inUse);
  await expect(start()).rejects.toMatchObject(inUse);
  launcher.kill("SIGKILL");
  await once(launcher, "exit");
  const second = await start();
  expect(second.url).toBe(String(first));
  expect(await run(second.url, "select 1 as n")).toEqual([{ n: 1 }]);
});

test("refuses a folder that cannot be created", async () => {
  const dataDir = "/proc/studbook/data";
  await expect(startEmbeddedPostgres({ dataDir, fsync: false })).rejects.toThrow(
    /ENOENT.*\/proc\/studbook/,
  );
});

test("says why the database could not be created", async () => {
  // PostgreSQL's paths are shorter than those of the system.
  const home = join(folder, ...Array.from({ length: 10 }, () => "long".repeat(30)));
  await mkdir(home, { recursive: true });
  const failure = await startEmbeddedPostgres({ dataDir: join(home, "data"), fsync: false }).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(LocalPostgresError);
  expect(String(failure)).toMatch(/^LocalPostgresError: Cannot create the database in .+data: .+$/);
  expect(await readdir(home)).toEqual([]);
});

test("stops with a process that exits while it is stopping it", async () => {
  const { dataDir, stop } = await start();
  await stop();
  const launcher = spawn(process.execPath, ["--input-type=module", "--eval", LAUNCH, folder]);
  onTestFinished(() => void launcher.kill("SIGKILL"));
  await once(launcher.stdout, "data");
  launcher.stdin.write("stop");
  await once(launcher, "exit");
  await expect.poll(() => findPostmaster(dataDir)).toBeUndefined();
});

test("deletes what a first start that was killed has left, and nothing else", async () => {
  const home = join(folder, "crashed");
  await mkdir(home);
  const killed = spawn(process.execPath, ["--eval", ""]);
  await once(killed, "exit");
  const running = `data.${process.ppid}`;
  for (const name of [`data.${killed.pid}`, running, "data.notes", `other.${killed.pid}`]) {
    await mkdir(join(home, name));
    await writeFile(join(home, name, "PG_VERSION"), "18");
  }
  await writeFile(join(home, `data.${killed.pid}.password`), "secret");
  await start(undefined, join(home, "data"));
  expect((await readdir(home)).toSorted()).toEqual(
    ["data", running, "data.notes", `other.${killed.pid}`].toSorted(),
  );
});

test("starts for only one of several concurrent processes", async () => {
  const all = await Promise.allSettled([1, 2, 3].map(() => start()));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("uses another port if the requested one is in use", async () => {
  const blocker = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => blocker.listen(0, "127.0.0.1", resolve));
  const address = blocker.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const server = await start(port);
  expect(server.port).not.toBe(port);
  expect(await run(server.url, "select 1 as n")).toEqual([{ n: 1 }]);
  await new Promise((resolve) => blocker.close(resolve));
});

test("stores data elsewhere if the server's user has no access to the requested folder", async () => {
  const secret = join(folder, "private");
  await mkdir(secret, { mode: 0o700 });
  const first = await start(undefined, join(secret, "below/data"));
  await run(first.url, "create table numbers as select 42 as n");
  await first.stop();
  const second = await start(undefined, join(secret, "below/data"));
  expect(await run(second.url, "select n from numbers")).toEqual([{ n: 42 }]);
  expect((await stat(second.dataDir)).mode & 0o777).toBe(0o700);
  await second.stop();
  if (!second.dataDir.startsWith(folder)) await rm(dirname(second.dataDir), { recursive: true });
});

test("rejects connections without the password", async () => {
  const { url } = await start();
  const wrongPassword = new URL(url);
  wrongPassword.password = "wrong";
  await expect(run(wrongPassword.href, "select 1")).rejects.toThrow(
    "password authentication failed",
  );
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
