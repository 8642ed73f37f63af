import { utcDay } from "@studbook/domain/age";
import { DAY_MS } from "@studbook/domain/day";

/** Returns whether a UTC day starts at this instant. */
export function isStartOfDay(instant: string): boolean {
  return Date.parse(instant) % DAY_MS === 0;
}

/** Returns the instant at which a UTC day, 'YYYY-MM-DD', starts. */
export function startOfDay(day: string): string {
  return new Date(day).toISOString();
}

/** Returns the instant at which a UTC day ends. */
export function endOfDay(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString();
}

/** Returns the UTC day of the last millisecond before an instant. */
export function lastDayBefore(instant: string): string {
  return utcDay(new Date(Date.parse(instant) - 1));
}
