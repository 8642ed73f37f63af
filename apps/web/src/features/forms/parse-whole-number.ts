// '1200' and '1,200'. A comma anywhere else is an error.
const WHOLE_NUMBER = /^(\d+|\d{1,3}(?:,\d{3})+)$/;

/** Parses a whole number as people write it. Returns undefined for an empty text and NaN for an invalid one. */
export function parseWholeNumber(text: string): number | undefined {
  const written = text.replace(/\s/g, "");
  if (written === "") return undefined;
  return WHOLE_NUMBER.test(written) ? Number(written.replaceAll(",", "")) : Number.NaN;
}

/** Parses whole dollars, with or without a dollar sign, like `parseWholeNumber`. */
export function parseDollars(text: string): number | undefined {
  return parseWholeNumber(text.replace(/^\s*\$/, ""));
}
