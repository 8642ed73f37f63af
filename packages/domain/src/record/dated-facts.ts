import { DAY_MS } from "../day.ts";
import { pluralize } from "../format.ts";
import type { StudRecord } from "../schemas/record/record.ts";

/** The facts of a record that are old after a number of days. */
export const DATED_FACTS = ["brucellosis", "eyes", "semen"] as const;

export type DatedFact = (typeof DATED_FACTS)[number];

// Migration 0047 has the same limits.
const FACTS: Record<DatedFact, { label: string; maxDays: number }> = {
  brucellosis: { label: "Brucellosis test", maxDays: 30 },
  eyes: { label: "Eye exam", maxDays: 365 },
  semen: { label: "Semen analysis", maxDays: 365 },
};

/** A stated fact that is old. */
export type OldFact = {
  fact: DatedFact;
  /** 'Brucellosis test' */
  label: string;
  /** The stated day 'YYYY-MM-DD'. */
  date: string;
  /** '45 days', to be followed by 'ago' or 'old'. */
  age: string;
};

/** Returns what pages call a fact: 'Brucellosis test'. */
export function factLabel(fact: DatedFact): string {
  return FACTS[fact].label;
}

/** Returns what pages say about an old fact: 'older than 30 days'. */
export function olderThan(fact: DatedFact): string {
  return `older than ${FACTS[fact].maxDays} days`;
}

/** Returns the days from one UTC day 'YYYY-MM-DD' to another, negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Whether a fact that is stated with a date is old on a day, both UTC days 'YYYY-MM-DD' (stage two, section 1). */
export function isOldFact(fact: DatedFact, date: string, today: string): boolean {
  return daysBetween(date, today) > FACTS[fact].maxDays;
}

/**
 * Returns the time from a UTC day to a later one, both 'YYYY-MM-DD': days up to 59, the nearest number of weeks up to four
 * months, and then whole calendar months, or whole years from two years on.
 */
export function formatElapsed(from: string, to: string): string {
  const days = Math.max(0, daysBetween(from, to));
  if (days < 60) return pluralize(days, "day", "days");
  const months = monthsBetween(from, to);
  if (months < 4) return pluralize(Math.round(days / 7), "week", "weeks");
  if (months < 24) return pluralize(months, "month", "months");
  return pluralize(Math.floor(months / 12), "year", "years");
}

/** Returns how long ago a UTC day was: 'today', 'yesterday', '26 days ago', '10 weeks ago', '20 months ago'. */
export function formatAgo(date: string, today: string): string {
  const days = daysBetween(date, today);
  if (days <= 0) return "today";
  return days === 1 ? "yesterday" : `${formatElapsed(date, today)} ago`;
}

function monthsBetween(from: string, to: string): number {
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  const isWhole = to.slice(8) >= from.slice(8);
  return monthOf(to) - monthOf(from) - (isWhole ? 0 : 1);
}

/**
 * Returns the facts of a record that are old on the UTC day `today`. Of several eye exams only the newest counts, because
 * it renews the others.
 */
export function listOldFacts(
  { health, breeding }: Pick<StudRecord, "health" | "breeding">,
  today: string,
): OldFact[] {
  const exams = (health?.tests ?? []).flatMap(({ test, date }) =>
    test === "eyes" && date !== undefined ? [date] : [],
  );
  const dates: Record<DatedFact, string | undefined> = {
    brucellosis: breeding?.brucellosisTestDate,
    eyes: exams.sort().at(-1),
    semen: breeding?.semenAnalysisDate,
  };
  return DATED_FACTS.flatMap((fact) => {
    const date = dates[fact];
    if (date === undefined || !isOldFact(fact, date, today)) return [];
    return [{ fact, label: factLabel(fact), date, age: formatElapsed(date, today) }];
  });
}
