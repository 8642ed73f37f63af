import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadPart, MissingPartError, reloadOnce } from "./load-part.ts";

const reload = vi.fn();
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  reload.mockClear();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal("fetch", async () => new Response("ok"));
});
afterEach(() => vi.unstubAllGlobals());

test("a part that loads is handed on", async () => {
  expect(await loadPart(async () => ({ Page: 1 }))).toEqual({ Page: 1 });
});

test("a part that does not load is a missing part, with its cause", async () => {
  const cause = new TypeError("Failed to fetch dynamically imported module");
  const loading = loadPart(() => Promise.reject(cause));
  await expect(loading).rejects.toThrow(MissingPartError);
  await expect(loading).rejects.toMatchObject({ cause });
});

test("the page is loaded anew once, not again when that did not help", async () => {
  await reloadOnce();
  await reloadOnce();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a part that is missing later loads the page anew again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await reloadOnce();
  vi.advanceTimersByTime(10_000);
  await reloadOnce();
  expect(reload).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test.each([
  ["cannot be reached", async () => Promise.reject(new TypeError("Failed to fetch"))],
  ["answers with an error", async () => new Response("", { status: 503 })],
])("the page stays while the server %s", async (_, fetch) => {
  vi.stubGlobal("fetch", fetch);
  await reloadOnce();
  expect(reload).not.toHaveBeenCalled();
});

test("the page stays where storage is blocked, since it could go on for ever", async () => {
  vi.stubGlobal("sessionStorage", {
    getItem() {
      throw new Error("SecurityError");
    },
  });
  await reloadOnce();
  expect(reload).not.toHaveBeenCalled();
});
