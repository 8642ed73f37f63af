import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listPartialFolders } from "../photos/create-storage.ts";
import { deletePartialFiles } from "./delete-partial-files.ts";

let dataDir: string;
let spool: string;
let partial: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "studbook-partial-"));
  [spool = "", partial = ""] = listPartialFolders(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function write(folder: string, name: string, minutesOld: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), "half");
  const then = new Date(Date.now() - minutesOld * 60_000);
  await utimes(join(folder, name), then, then);
}

it("deletes unfinished files that were not changed for an hour, and keeps all others", async () => {
  await write(partial, "old.part", 61);
  await write(partial, "new.part", 59);
  await write(spool, "old", 61);
  await write(spool, "new", 59);
  await write(join(dataDir, "photos", "ab", "photo"), "800.webp", 6000);
  expect(await deletePartialFiles(listPartialFolders(dataDir))).toBe(2);
  expect(await readdir(partial)).toEqual(["new.part"]);
  expect(await readdir(spool)).toEqual(["new"]);
  expect(await readdir(join(dataDir, "photos", "ab", "photo"))).toEqual(["800.webp"]);
});

it("does nothing before the first upload", async () => {
  expect(await deletePartialFiles(listPartialFolders(dataDir))).toBe(0);
});

it("does nothing if DATA_DIR is a file", async () => {
  const file = join(dataDir, "file");
  await writeFile(file, "");
  expect(await deletePartialFiles(listPartialFolders(file))).toBe(0);
});

it("stops when its signal aborts", async () => {
  await write(partial, "old.part", 61);
  expect(await deletePartialFiles(listPartialFolders(dataDir), AbortSignal.abort())).toBe(0);
  expect(await readdir(partial)).toEqual(["old.part"]);
});
