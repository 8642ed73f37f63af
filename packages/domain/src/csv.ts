/** What a cell of a file for spreadsheets may hold. */
export type CsvValue = string | number | boolean | null;

// What spreadsheets take for the beginning of a formula, the full-width forms included.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * One line of CSV (RFC 4180), its line break included. A text that a spreadsheet would run as a
 * formula gets an apostrophe before it; our own numbers do not.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
