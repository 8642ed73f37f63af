/** A UTC day always has 24 hours. */
export const DAY_SECONDS = 24 * 60 * 60;
export const DAY_MS = DAY_SECONDS * 1000;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** JavaScript has a year 0, but PostgreSQL and the calendar do not. */
const FIRST_DAY = "0001-01-01";

/** Whether a text is a valid day 'YYYY-MM-DD'. '2026-02-30' is not, and PostgreSQL throws an error for it. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text < FIRST_DAY) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}
