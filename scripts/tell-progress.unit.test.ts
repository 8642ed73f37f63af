import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tellProgress } from "./tell-progress.ts";

const lines: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
  vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("what takes long is told within a second, and again at least every 10 seconds until it ends", async () => {
  const work = Promise.withResolvers<string>();
  const told = tellProgress("Building", work.promise);
  await vi.advanceTimersByTimeAsync(999);
  expect(lines).toEqual([]);
  await vi.advanceTimersByTimeAsync(12_001);
  expect(lines).toEqual(["Building...\n", "Building... (7 s)\n", "Building... (13 s)\n"]);
  work.resolve("built");
  expect(await told).toBe("built");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toHaveLength(3);
});

test("what fails ends it too", async () => {
  await expect(tellProgress("Building", Promise.reject(new Error("no")))).rejects.toThrow("no");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toEqual([]);
});
