import { pluralize } from "./format.ts";

/** The UTC calendar day of an instant as 'YYYY-MM-DD'. Throws RangeError on an invalid date. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/**
 * Whole years from `birthdate` to `today`, both 'YYYY-MM-DD' UTC days (specification, section 9).
 * Born on 29 February, a dog turns a year older on 1 March of a common year. A birthdate after
 * `today` counts as 0 years.
 */
export function ageInYears(birthdate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4));
  const hadBirthday = today.slice(5) >= birthdate.slice(5);
  return Math.max(0, hadBirthday ? years : years - 1);
}

/** The age as cards show it: '1 year old', '2 years old'. */
export function ageLabel(birthdate: string, today: string): string {
  return `${pluralize(ageInYears(birthdate, today), "year", "years")} old`;
}
