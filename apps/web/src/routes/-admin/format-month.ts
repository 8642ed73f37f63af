import { formatDate } from "@studbook/domain/format";

const shortCount = new Intl.NumberFormat("en-US", {
  notation: "compact",
  maximumFractionDigits: 1,
});

/** '2026-11' is 'Nov 2026'. */
export function formatMonth(month: string): string {
  return `${formatMonthName(month)} ${month.slice(0, 4)}`;
}

/** '2026-11' is 'Nov'. */
export function formatMonthName(month: string): string {
  return formatDate(`${month}-01`).slice(0, 3);
}

/** A count where there is little room: 12500 is '12.5K'. */
export function formatShortCount(n: number): string {
  return shortCount.format(n);
}

/** Integer cents as dollars where there is little room: 1250000 is '$12.5K'. */
export function formatShortDollars(cents: number): string {
  return `$${shortCount.format(cents / 100)}`;
}
