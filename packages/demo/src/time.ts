import type { Chance } from "./chance.ts";

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

export function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

/** Picks a time between the latest of `after` and the earliest of `until`. */
export function pickInstant(
  { after, until }: { after: readonly Date[]; until: readonly Date[] },
  chance: Chance,
): Date {
  const earliest = Math.max(...after.map((instant) => instant.getTime()));
  const latest = Math.min(...until.map((instant) => instant.getTime()));
  return new Date(chance.integer(earliest, latest));
}
