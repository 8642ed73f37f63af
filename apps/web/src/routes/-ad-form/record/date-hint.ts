import { FIRST_BIRTHDATE } from "@studbook/domain/birthdate";
import { isDay } from "@studbook/domain/day";
import {
  type DatedFact,
  formatAgo,
  isOldFact,
  olderThan,
} from "@studbook/domain/record/dated-facts";

/** Returns how visitors see the age of a dated fact. `date` may be any text; `today` is the UTC day 'YYYY-MM-DD'. */
export function dateHint(fact: DatedFact, date: string, today: string): string {
  const limit = olderThan(fact);
  const isPast = isDay(date) && date >= FIRST_BIRTHDATE && date <= today;
  if (!isPast) return `Shown with its age, grayed when ${limit}`;
  const shown = `Shown as “${formatAgo(date, today)}”`;
  return isOldFact(fact, date, today)
    ? `${shown}, grayed: it is ${limit}`
    : `${shown}, grayed when ${limit}`;
}
