import { utcDay } from "@studbook/domain/age";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether an instant is the one at which a UTC day begins. */
export function isDayBreak(instant: string): boolean {
  return Date.parse(instant) % DAY_MS === 0;
}

/** The instant at which a UTC day, 'YYYY-MM-DD', begins. */
export function beginOf(day: string): string {
  return new Date(day).toISOString();
}

/** The instant at which a UTC day is over. */
export function endOf(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString();
}

/** The UTC day in which an instant lies, or that is over at it. */
export function lastDayBefore(instant: string): string {
  return utcDay(new Date(Date.parse(instant) - 1));
}
