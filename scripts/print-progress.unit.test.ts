import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { printProgress } from "./print-progress.ts";

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

test("prints a line after one second and then every six seconds until the work ends", async () => {
  const work = Promise.withResolvers<string>();
  const printing = printProgress("Building", work.promise);
  await vi.advanceTimersByTimeAsync(999);
  expect(lines).toEqual([]);
  await vi.advanceTimersByTimeAsync(12_001);
  expect(lines).toEqual(["Building...\n", "Building... (7 s)\n", "Building... (13 s)\n"]);
  work.resolve("built");
  expect(await printing).toBe("built");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toHaveLength(3);
});

test("stops printing and throws when the work fails", async () => {
  await expect(printProgress("Building", Promise.reject(new Error("no")))).rejects.toThrow("no");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toEqual([]);
});
