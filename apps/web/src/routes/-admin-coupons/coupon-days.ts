import { utcDay } from "@studbook/domain/age";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a UTC day begins at this instant. */
export function isDayBreak(instant: string): boolean {
  return Date.parse(instant) % DAY_MS === 0;
}

/** The instant at which a UTC day, 'YYYY-MM-DD', begins. */
export function beginOf(day: string): string {
  return new Date(day).toISOString();
}

/** The instant at which a UTC day ends. */
export function endOf(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString();
}

/** The UTC day of the last moment before an instant. */
export function lastDayBefore(instant: string): string {
  return utcDay(new Date(Date.parse(instant) - 1));
}
