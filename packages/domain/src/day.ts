const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The calendars of PostgreSQL and of people have no year 0, while that of JavaScript has. */
const FIRST_DAY = "0001-01-01";

/** Whether a text is a day 'YYYY-MM-DD' that the calendar has: '2026-02-30' is none. PostgreSQL refuses others. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text < FIRST_DAY) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}
