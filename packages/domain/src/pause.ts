import { utcDay } from "./age.ts";
import { DAY_MS } from "./day.ts";
import { addOneYear } from "./membership.ts";

/** Returns the first and last day 'YYYY-MM-DD' until which an ad can be paused: tomorrow and a year ahead, in UTC. */
export function pauseRange(now: Date): { first: string; last: string } {
  return { first: utcDay(new Date(now.getTime() + DAY_MS)), last: utcDay(addOneYear(now)) };
}

/** Returns a sentence if an ad cannot be paused until this day 'YYYY-MM-DD' (stage two, section 1). */
export function findPauseProblem(until: string, now: Date): string | undefined {
  const { first, last } = pauseRange(now);
  return until < first || until > last
    ? `The day of return must be from ${first} to ${last}`
    : undefined;
}
