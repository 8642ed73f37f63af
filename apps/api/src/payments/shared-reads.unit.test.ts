import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createSharedReads } from "./shared-reads.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("reads immediately, then once per interval for all callers, and never before they asked", async () => {
  let reads = 0;
  const ask = createSharedReads<number>(1000);
  const next = async () => ++reads;
  expect(await ask("a", next)).toBe(1);
  const shared = Promise.all([ask("a", next), ask("a", next), ask("a", next)]);
  expect(await ask("b", async () => 10)).toBe(10);
  await vi.advanceTimersByTimeAsync(999);
  expect(reads).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await shared).toEqual([2, 2, 2]);
  const later = ask("a", next);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await later).toBe(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await ask("a", next)).toBe(4);
});

it("rejects for all callers when a read fails, and reads again for later callers", async () => {
  const ask = createSharedReads<string>(1000);
  await ask("a", async () => "first");
  const fail = () => Promise.reject(new Error("Stripe is down"));
  const shared = Promise.allSettled([ask("a", fail), ask("a", fail)]);
  await vi.advanceTimersByTimeAsync(1000);
  expect((await shared).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const later = ask("a", async () => "again");
  await vi.advanceTimersByTimeAsync(1000);
  expect(await later).toBe("again");
});
