import { pluralize } from "./format.ts";

/** Returns the UTC calendar day of an instant as 'YYYY-MM-DD'. Throws RangeError on an invalid date. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/**
 * Returns the whole years from `birthdate` to `today`, both UTC days 'YYYY-MM-DD' (specification, section 9). In common
 * years, a dog born on February 29 has its birthday on March 1. Returns 0 if the birthdate is after `today`.
 */
export function ageInYears(birthdate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4));
  const hadBirthday = today.slice(5) >= birthdate.slice(5);
  return Math.max(0, hadBirthday ? years : years - 1);
}

/** Returns the age as cards show it: '1 year old', '2 years old'. */
export function ageLabel(birthdate: string, today: string): string {
  return `${pluralize(ageInYears(birthdate, today), "year", "years")} old`;
}
