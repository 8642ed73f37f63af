import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, stat } from "node:fs/promises";
import { constants, getPriority } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { connect } from "@studbook/db/connect";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  createAdWithPhoto,
  createInstallation,
  type Installation,
} from "../../test/installation.ts";
import { canMountDisks, onPrivateDisk, withFileLimit } from "../../test/private-disk.ts";
import { createMember } from "../../test/test-app.ts";
import { runCli } from "./run-cli.ts";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));
/** A backup keeps a priority that somebody has chosen. At its own it would get no time beside the other tests. */
const PROMPTLY = ["nice", "-n", "1"];

let source: Installation;
let target: Installation;
beforeAll(async () => {
  source = await createInstallation();
  target = await createInstallation();
  await createAdWithPhoto(source, (await createMember(source.db)).id);
});
afterAll(async () => {
  await source.drop();
  await target.drop();
});

const environmentOf = ({ url, ownerUrl, folder }: Installation) => ({
  PATH: process.env.PATH,
  STUDBOOK_MODE: "demo",
  DATA_DIR: folder,
  DATABASE_URL: url,
  DATABASE_OWNER_URL: ownerUrl,
});

/** Runs a command and returns its JSON output or its JSON error. */
async function studbook(at: Installation, ...args: string[]) {
  let output = "";
  const write = (text: string) => {
    output += text;
  };
  await runCli([...args, "--json"], environmentOf(at), { out: write, err: write });
  return JSON.parse(output);
}

/**
 * Takes a lock that a backup waits for after it has written the photos. Returns a function that releases it. A connection
 * of a pool would lose it after 10 s without statements.
 */
async function lockUsers(): Promise<() => Promise<void>> {
  const client = await connect({ url: source.ownerUrl });
  await client.query("begin");
  await client.query("lock table users in access exclusive mode");
  return () => client.end();
}

it("leaves no file if the backup cannot be recorded", async () => {
  const folder = join(source.folder, "unrecorded");
  await mkdir(folder);
  const unreachable = { ...source, url: "postgres://nobody@127.0.0.1:9/none" };
  expect(await studbook(unreachable, "backup", join(folder, "studbook.tar"))).toMatchObject({
    code: "NOT_READY",
    error: expect.stringContaining("127.0.0.1:9"),
  });
  expect(await readdir(folder)).toEqual([]);
});

it("backs up to a file and restores it elsewhere, and records both in the audit log", async () => {
  const file = join(source.folder, "studbook.tar");
  expect(await studbook(source, "backup", file)).toMatchObject({ file, photos: 1, missing: [] });
  expect(await studbook(source, "backup", file)).toMatchObject({ code: "BACKUP_REFUSED" });
  expect(await studbook(source, "backup", file, "--force")).toMatchObject({ photos: 1 });
  const bare = await createInstallation({ migrated: false });
  expect(await studbook(bare, "backup", join(bare.folder, "bare.tar"))).toMatchObject({
    code: "NOT_READY",
    error: expect.stringMatching(/Run `migrate` first\.$/),
  });
  await bare.drop();
  const nowhere = join(source.folder, "none", "studbook.tar");
  expect(await studbook(source, "backup", nowhere)).toMatchObject({ code: "BACKUP_REFUSED" });
  expect(await studbook(target, "restore", nowhere)).toMatchObject({
    code: "BACKUP_REFUSED",
    error: `${nowhere}: no such file or directory`,
  });
  const isFolder = "illegal operation on a directory";
  expect(await studbook(source, "restore", source.folder)).toEqual({
    code: "BACKUP_REFUSED",
    error: isFolder,
  });
  expect(await studbook(source, "backup", source.folder, "--force")).toEqual({
    code: "BACKUP_REFUSED",
    error: `${source.folder}: ${isFolder}`,
  });
  expect(await studbook(target, "restore", file)).toMatchObject({
    rows: { users: 2, ads: 3, photos: 1 },
    photos: 1,
    migrated: [],
    wrongSums: [],
  });
  expect(await studbook(target, "restore", file)).toMatchObject({ code: "BACKUP_REFUSED" });
  const actions = await target.run(
    "select action, details ->> 'by' as by from audit_log order by id",
  );
  expect(actions).toEqual([
    { action: "backup.written", by: "cli" },
    { action: "backup.restored", by: "cli" },
  ]);
});

it("gives all its threads the lowest priority, unless it was started with another one", async () => {
  const file = join(source.folder, "priority.tar");
  const unlockUsers = await lockUsers();
  const backup = spawn(process.execPath, [MAIN, "backup", file], { env: environmentOf(source) });
  const exited = once(backup, "exit");
  const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority;
  const inherited = getPriority();
  const expected = inherited === PRIORITY_NORMAL ? PRIORITY_LOW : inherited;
  await vi.waitFor(
    async () => {
      const threads =
        process.platform === "linux" ? await readdir(`/proc/${backup.pid}/task`) : [backup.pid];
      const priorities = threads.map((thread) => getPriority(Number(thread)));
      expect(new Set(priorities)).toEqual(new Set([expected]));
    },
    { timeout: 60_000, interval: 10 },
  );
  backup.kill("SIGKILL");
  await exited;
  await unlockUsers();
});

it("leaves no file when interrupted and no complete-looking one when killed", async () => {
  const folder = source.folder;
  const file = join(folder, "killed.tar");
  const parts = async () => (await readdir(folder)).filter((name) => name.startsWith("killed"));
  const unlockUsers = await lockUsers();
  const options = { env: environmentOf(source), cwd: folder };
  // PostgreSQL notices only when it gets the lock that its client is gone.
  let waiting = await source.countLockWaits();
  const endBackup = async (signal: NodeJS.Signals) => {
    const [program = "", ...args] = [...PROMPTLY, process.execPath, MAIN, "backup", file];
    const backup = spawn(program, args, options);
    const exited = once(backup, "exit");
    waiting++;
    await vi.waitFor(
      async () => {
        const [part = "none"] = await parts();
        expect((await stat(join(folder, part))).size).toBeGreaterThan(2000);
        expect(await source.countLockWaits()).toBe(waiting);
      },
      { timeout: 60_000, interval: 50 },
    );
    backup.kill(signal);
    expect(await exited).toEqual([null, signal]);
  };
  await endBackup("SIGINT");
  expect(await parts()).toEqual([]);
  await endBackup("SIGKILL");
  await unlockUsers();
  const [part = "", ...others] = await parts();
  expect([part, others]).toEqual([expect.stringMatching(/^killed\.tar\..*\.part$/), []]);
  expect(await studbook(target, "restore", join(folder, part))).toMatchObject({
    code: "BACKUP_REFUSED",
    error: expect.stringMatching(/not a complete Studbook backup/),
  });
  expect(await studbook(source, "backup", file)).toMatchObject({ photos: 1 });
});

it("says that the disk is full and leaves no file", async () => {
  const folder = join(source.folder, "backups");
  await mkdir(folder);
  const file = join(folder, "full.tar");
  const [wrapper, reason] = (await canMountDisks())
    ? [onPrivateDisk(folder, "size=16k"), "no space left on device"]
    : [withFileLimit(16), "file too large"];
  // The disk vanishes with its last process.
  const list = '"$@"; code=$?; ls -A "$0"; exit $code';
  const command = ["sh", "-c", list, folder, process.execPath, MAIN, "backup", file];
  const [program = "", ...args] = [...PROMPTLY, ...wrapper, ...command];
  const failed = promisify(execFile)(program, args, { env: environmentOf(source) });
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stderr: `${file}: ${reason}\n`,
    stdout: "",
  });
});
