/** What a cell of a file for spreadsheets may hold. */
export type CsvValue = string | number | boolean | null;

/** The byte-order mark at the start of a file: without it Excel reads UTF-8 as the machine's own encoding. */
export const CSV_START = "\uFEFF";

// A spreadsheet may split the file at other separators than commas, so a formula can begin after any of them
// as well as at the start of a text. The lookbehind comes after the sign: it then runs once per sign, and the
// time stays linear for a text of nothing but spaces.
const FORMULA =
  /^[\t\r\n]|[=+\-@＝＋－＠](?<=(?:^|[,;|\t\r\n\v\f\u0085\u2028\u2029，；｜])[\s"']*[=+\-@＝＋－＠])/g;

/**
 * Returns one line of CSV (RFC 4180), line break included. Texts are quoted, and every place in them where a
 * spreadsheet could begin a formula gets an apostrophe. Numbers and booleans are our own and stay as they are.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  return `"${value.replace(FORMULA, "'$&").replaceAll('"', '""')}"`;
}
