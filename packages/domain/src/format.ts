const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

/** A count: '1,200'. */
export function formatCount(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A count with its noun in the right number: '1 year', '0 years'. */
export function pluralize(n: number, one: string, many: string): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}

export function resultsFound(n: number): string {
  return `${pluralize(n, "result", "results")} found`;
}

export function imagesUploaded(n: number): string {
  return `${pluralize(n, "image", "images")} uploaded successfully`;
}

/** Whole dollars: '$1,200'. */
export function formatDollars(dollars: number): string {
  return `$${formatCount(dollars)}`;
}

/** Integer cents as dollars with two decimals: 1450 is '$14.50'. */
export function formatCents(cents: number): string {
  const dollars = formatCount(Math.floor(cents / 100));
  return `$${dollars}.${String(cents % 100).padStart(2, "0")}`;
}

/**
 * The UTC day of an instant as 'MMM d, yyyy': 'Nov 5, 2026'. Takes a Date, an ISO date-time or a
 * 'YYYY-MM-DD' day; throws RangeError on anything else.
 */
export function formatDate(date: Date | string): string {
  const instant = new Date(date);
  if (Number.isNaN(instant.getTime())) throw new RangeError(`not a date: ${date}`);
  const month = MONTHS.slice(3 * instant.getUTCMonth()).slice(0, 3);
  return `${month} ${instant.getUTCDate()}, ${instant.getUTCFullYear()}`;
}
