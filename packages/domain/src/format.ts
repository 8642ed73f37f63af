const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

/** Formats a whole number: '1,200'. */
export function formatCount(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Formats a count with its noun in singular or plural: '1 year', '0 years'. */
export function pluralize(n: number, one: string, many: string): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}

export function resultsFound(n: number): string {
  return `${pluralize(n, "result", "results")} found`;
}

export function imagesUploaded(n: number): string {
  return `${pluralize(n, "image", "images")} uploaded successfully`;
}

/** Formats whole dollars: '$1,200'. */
export function formatDollars(dollars: number): string {
  return `$${formatCount(dollars)}`;
}

/** Formats integer cents as dollars with two decimals: 1450 is '$14.50'. */
export function formatCents(cents: number): string {
  const dollars = formatCount(Math.floor(cents / 100));
  return `$${dollars}.${String(cents % 100).padStart(2, "0")}`;
}

/**
 * Formats the UTC day of a Date, an ISO date-time or a day 'YYYY-MM-DD': 'Nov 5, 2026'. Throws RangeError for any other
 * text.
 */
export function formatDate(date: Date | string): string {
  const instant = new Date(date);
  if (Number.isNaN(instant.getTime()))
    throw new RangeError(
      `date must be a Date, an ISO date-time or a day YYYY-MM-DD, but is ${date}`,
    );
  const month = MONTHS.slice(3 * instant.getUTCMonth()).slice(0, 3);
  return `${month} ${instant.getUTCDate()}, ${instant.getUTCFullYear()}`;
}
