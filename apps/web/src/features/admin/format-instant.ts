import { formatDate } from "@studbook/domain/format";

/** Formats an instant to the second, in UTC: 'Nov 21, 2026, 20:17:05 UTC'. */
export function formatInstant(instant: string): string {
  return `${formatDate(instant)}, ${new Date(instant).toISOString().slice(11, 19)} UTC`;
}
