import { isDay } from "./day.ts";

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

export const FIRST_BIRTH_YEAR = 1990;
export const FIRST_BIRTHDATE = `${FIRST_BIRTH_YEAR}-01-01`;

/**
 * Returns the UTC day 'YYYY-MM-DD' of a day or an ISO date-time. A date-time without an offset is in UTC. Returns
 * undefined for any other text and for an invalid day.
 */
export function findUtcDay(text: string): string | undefined {
  if (isDay(text)) return text;
  const [, day, offset] = DATE_TIME.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const instant = new Date(offset === undefined ? `${text}Z` : text);
  const utc = instant.toISOString().slice(0, 10);
  return isDay(utc) ? utc : undefined;
}

/**
 * Returns a sentence if a text is not a valid birthdate. Does not check whether the day is in the future: see
 * `findFutureProblem`.
 */
export function findBirthdateProblem(text: string): string | undefined {
  const day = findUtcDay(text);
  if (day === undefined) return "Birthdate must be a date like 2024-05-31";
  return day < FIRST_BIRTHDATE ? `Birthdate cannot be before ${FIRST_BIRTH_YEAR}` : undefined;
}

/** Returns a sentence if a birthdate is after `today`, the UTC day 'YYYY-MM-DD' (specification, section 5). */
export function findFutureProblem(text: string, today: string): string | undefined {
  const day = findUtcDay(text);
  return day !== undefined && day > today ? "Birthdate cannot be in the future" : undefined;
}
