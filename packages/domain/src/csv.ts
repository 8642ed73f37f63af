export type CsvValue = string | number | boolean | null;

/** Goes at the start of a file. Without it, Excel reads UTF-8 in the computer's legacy encoding. */
export const BYTE_ORDER_MARK = "\uFEFF";

// A spreadsheet may split the file at separators other than commas, so a formula can start after any of them as well
// as at the start of a text. The lookbehind comes after the sign, so that it runs once per sign and a text of only spaces
// takes linear time.
const FORMULA =
  /^[\t\r\n]|[=+\-@＝＋－＠](?<=(?:^|[,;|\t\r\n\v\f\u0085\u2028\u2029，；｜])[\s"']*[=+\-@＝＋－＠])/g;

/**
 * Returns one line of CSV (RFC 4180) with its line break. Strings are quoted, and an apostrophe is inserted wherever a
 * spreadsheet could start a formula. Numbers and booleans come from us, so they are not escaped.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

/** Returns the same JSON in which no text can start a formula, so that `csvLine` inserts no apostrophe into it. */
export function escapeFormulas(json: string): string {
  return json.replace(FORMULA, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function cell(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  return `"${value.replace(FORMULA, "'$&").replaceAll('"', '""')}"`;
}
