import { formatDate } from "@studbook/domain/format";

const shortCount = new Intl.NumberFormat("en-US", {
  notation: "compact",
  maximumFractionDigits: 1,
});

/** Formats '2026-11' as 'Nov 2026'. */
export function formatMonth(month: string): string {
  return `${formatMonthName(month)} ${month.slice(0, 4)}`;
}

/** Formats '2026-11' as 'Nov'. */
export function formatMonthName(month: string): string {
  return formatDate(`${month}-01`).slice(0, 3);
}

/** Formats a count compactly: 12500 as '12.5K'. */
export function formatShortCount(n: number): string {
  return shortCount.format(n);
}

/** Formats integer cents compactly as dollars: 1250000 as '$12.5K'. */
export function formatShortDollars(cents: number): string {
  return `$${shortCount.format(cents / 100)}`;
}
