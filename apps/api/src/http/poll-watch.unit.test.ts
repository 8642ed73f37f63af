import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PollWatch } from "./poll-watch.ts";

const BALANCER = "10.0.0.1";
const MAX_MS = 10_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches a poller that has polled every `intervalMs` until now. */
function watchPollsEvery(intervalMs: number): PollWatch {
  const polls = new PollWatch();
  for (let n = 0; n < 3; n++) {
    vi.advanceTimersByTime(intervalMs);
    polls.record(BALANCER, false);
  }
  return polls;
}

/** Returns how long the wait takes while pollers do what `poll` does every 100 ms. */
async function measureWait(
  polls: PollWatch,
  poll: (elapsedMs: number) => void = () => undefined,
  signal = new AbortController().signal,
): Promise<number> {
  const startedAt = performance.now();
  let endedAt: number | undefined;
  void polls.waitUntilNoticed(MAX_MS, signal).then(() => {
    endedAt = performance.now();
  });
  for (let elapsed = 0; endedAt === undefined && elapsed <= 2 * MAX_MS; elapsed += 100) {
    poll(elapsed);
    await vi.advanceTimersByTimeAsync(100);
  }
  return (endedAt ?? Number.POSITIVE_INFINITY) - startedAt;
}

it("waits for nobody if nobody polls", async () => {
  expect(await measureWait(new PollWatch())).toBe(0);
});

it("waits for nobody who has stopped polling", async () => {
  const polls = watchPollsEvery(500);
  vi.advanceTimersByTime(5000);
  expect(await measureWait(polls)).toBe(0);
});

it("waits until two polls were refused, and not less than 2.5 s", async () => {
  const pollEvery = (intervalMs: number) => {
    const polls = watchPollsEvery(intervalMs);
    return measureWait(polls, (elapsed) => {
      if (elapsed > 0 && elapsed % intervalMs === 0) polls.record(BALANCER, true);
    });
  };
  expect(await pollEvery(100)).toBe(2500);
  expect(await pollEvery(1000)).toBe(2500);
  expect(await pollEvery(3000)).toBe(6000);
});

it("waits for every poller", async () => {
  const polls = watchPollsEvery(1000);
  polls.record("10.0.0.2", false);
  const first = (elapsed: number) => {
    if (elapsed < 500) polls.record(BALANCER, true);
    if (elapsed === 1500 || elapsed === 2700) polls.record("10.0.0.2", true);
  };
  expect(await measureWait(polls, first)).toBe(2700);
});

it("stops waiting for a poller that has gone, and after the longest time", async () => {
  expect(await measureWait(watchPollsEvery(1000))).toBe(3000);
  expect(await measureWait(watchPollsEvery(30_000))).toBe(MAX_MS);
});

it("stops waiting when it is told to hurry", async () => {
  const hurry = new AbortController();
  const polls = watchPollsEvery(1000);
  const abort = (elapsed: number) => {
    if (elapsed === 300) hurry.abort();
  };
  expect(await measureWait(polls, abort, hurry.signal)).toBe(300);
});
