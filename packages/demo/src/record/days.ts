import { utcDay } from "@studbook/domain/age";
import { DAY_MS } from "@studbook/domain/day";
import type { Chance } from "../chance.ts";
import type { RecordedDog } from "./recorded-dog.ts";

type Lifetime = Pick<RecordedDog, "birthdate" | "today">;

/** Returns the day a number of days before another, both 'YYYY-MM-DD'. */
export function daysBefore(day: string, days: number): string {
  return utcDay(new Date(Date.parse(day) - days * DAY_MS));
}

/** Returns the whole months from one day to a later one. */
export function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split("-").map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split("-").map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0);
}

/**
 * Picks a day before today on which the dog was between `min` and `max` months old. Returns undefined if he is younger.
 */
export function pickDayAtAge(
  { birthdate, today }: Lifetime,
  [min, max]: readonly [min: number, max: number],
  chance: Chance,
): string | undefined {
  const [year = 0, month = 0, day = 0] = birthdate.split("-").map(Number);
  const atAge = (months: number) => utcDay(new Date(Date.UTC(year, month - 1 + months, day)));
  return pickDay(atAge(min), earlierOf(atAge(max), daysBefore(today, 1)), chance);
}

/**
 * Picks the day of the last of several tests: usually in the last `usual` days, sometimes up to three times as long ago.
 * Returns undefined if he was not `months` old by then.
 */
export function pickLastDay(
  dog: Lifetime,
  { usual, months }: { usual: number; months: number },
  chance: Chance,
): string | undefined {
  const ago = chance.happens(0.75)
    ? chance.integer(2, usual - 2)
    : chance.integer(usual + 5, usual * 3);
  const day = daysBefore(dog.today, ago);
  return day > dog.birthdate && monthsBetween(dog.birthdate, day) >= months ? day : undefined;
}

/** Picks a day from `first` to `last`. Returns undefined if there is none. */
function pickDay(first: string, last: string, chance: Chance): string | undefined {
  if (first > last) return undefined;
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS;
  return daysBefore(last, chance.integer(0, days));
}

function earlierOf(one: string, other: string): string {
  return one < other ? one : other;
}
