import { readFileSync } from "node:fs";

/** The processor time that the main thread of a process used for requests. */
export type Cost = { ms: number; requests: number };

/** One part of a load with a fixed rate. */
type Step = { seconds: number; perSecond: number };

/** The rate for a machine that is as fast as when the process had this cost. */
type RelativeRate = { perSecond: number; whenCost: Cost; pid: number };

/**
 * A fixed rate, whatever the server does; several in turn; or one that changes with the speed of the machine, which is slower
 * while others use it too.
 */
export type Rate = { perSecond: number } | { steps: readonly Step[] } | RelativeRate;

const WINDOW_MS = 2000;
const SPEED_CHECK_MS = 250;

/**
 * Returns a function that counts the requests that are due after so many seconds. Call it with growing numbers.
 *
 * @param countAnswered returns how many requests the process has answered so far
 */
export function createSchedule(
  rate: Rate,
  countAnswered: () => number,
): (seconds: number) => number {
  if ("steps" in rate) return (seconds) => countDueInSteps(rate.steps, seconds);
  if (!("whenCost" in rate)) return (seconds) => seconds * rate.perSecond;
  const { whenCost, pid } = rate;
  const readSpeed = followSpeed(whenCost, () => ({
    ms: readMainThreadMs(pid),
    requests: countAnswered(),
  }));
  let due = 0;
  let last = 0;
  let checkAt = 0;
  let perSecond = rate.perSecond;
  return (seconds) => {
    if (seconds >= checkAt) {
      perSecond = rate.perSecond * readSpeed();
      checkAt = seconds + SPEED_CHECK_MS / 1000;
    }
    due += (seconds - last) * perSecond;
    last = seconds;
    return due;
  };
}

function countDueInSteps(steps: readonly Step[], seconds: number): number {
  let due = 0;
  let left = seconds;
  for (const step of steps) {
    due += Math.min(Math.max(left, 0), step.seconds) * step.perSecond;
    left -= step.seconds;
  }
  return due;
}

/**
 * Follows the speed of the machine: at half the speed, the main thread of a server spends twice the time on a request.
 *
 * @param read returns the total cost so far
 * @returns the speed of the last two seconds as a multiple of that at the cost `usual`; 1 until it is known
 */
function followSpeed(usual: Cost, read: () => Cost): () => number {
  let seen = [{ at: performance.now(), ...read() }];
  return () => {
    const now = { at: performance.now(), ...read() };
    seen = [...seen.filter(({ at }) => at >= now.at - WINDOW_MS), now];
    const [first = now] = seen;
    const ms = now.ms - first.ms;
    if (now.at - first.at < WINDOW_MS / 2 || ms === 0) return 1;
    return (now.requests - first.requests) / ms / (usual.requests / usual.ms);
  };
}

/** Returns how long the main thread of a process has run so far, in milliseconds. Works only on Linux. */
export function readMainThreadMs(pid: number): number {
  const [ns] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
  return Number(ns) / 1e6;
}
