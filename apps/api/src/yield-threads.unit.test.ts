import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { yieldThreads } from "./yield-threads.ts";

let tasks: string;
beforeEach(() => {
  tasks = mkdtempSync(join(tmpdir(), "tasks-"));
});
afterEach(() => rmSync(tasks, { recursive: true }));

function addThread(id: number, name: string): void {
  mkdirSync(join(tasks, String(id)));
  writeFileSync(join(tasks, String(id), "comm"), `${name}\n`);
}

test("the threads that hash and read files give way, and no others", () => {
  addThread(11, "node-MainThread");
  addThread(12, "node-V8Worker");
  addThread(13, "libuv-worker");
  addThread(14, "libuv-worker");
  const lowered: number[] = [];
  yieldThreads(tasks, (id) => lowered.push(id));
  expect(lowered.sort()).toEqual([13, 14]);
});

test("a thread that ends while they are listed is left out", () => {
  mkdirSync(join(tasks, "11"));
  addThread(12, "libuv-worker");
  const lowered: number[] = [];
  yieldThreads(tasks, (id) => lowered.push(id));
  expect(lowered).toEqual([12]);
});

test("systems without such a list are left alone", () => {
  const lowered: number[] = [];
  yieldThreads(join(tasks, "missing"), (id) => lowered.push(id));
  expect(lowered).toEqual([]);
});
