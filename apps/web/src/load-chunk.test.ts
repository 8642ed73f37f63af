import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChunkLoadError, loadChunk, reloadOnce } from "./load-chunk.ts";

const reload = vi.fn();
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  reload.mockClear();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal("fetch", async () => new Response("ok"));
});
afterEach(() => vi.unstubAllGlobals());

test("returns a chunk that loads", async () => {
  expect(await loadChunk(async () => ({ Page: 1 }))).toEqual({ Page: 1 });
});

test("throws ChunkLoadError with its cause if a chunk does not load", async () => {
  const cause = new TypeError("Failed to fetch dynamically imported module");
  const loading = loadChunk(() => Promise.reject(cause));
  await expect(loading).rejects.toThrow(ChunkLoadError);
  await expect(loading).rejects.toMatchObject({ cause });
});

test("reloads the page once, not again if that did not help", async () => {
  await reloadOnce();
  await reloadOnce();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("reloads again for a chunk that is missing later", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await reloadOnce();
  vi.advanceTimersByTime(10_000);
  await reloadOnce();
  expect(reload).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test.each([
  ["cannot be reached", async () => Promise.reject(new TypeError("Failed to fetch"))],
  ["responds with an error", async () => new Response("", { status: 503 })],
])("does not reload while the server %s", async (_, fetch) => {
  vi.stubGlobal("fetch", fetch);
  await reloadOnce();
  expect(reload).not.toHaveBeenCalled();
});

test("does not reload if storage is blocked, to avoid an endless loop", async () => {
  vi.stubGlobal("sessionStorage", {
    getItem() {
      throw new Error("SecurityError");
    },
  });
  await reloadOnce();
  expect(reload).not.toHaveBeenCalled();
});
