// '1200' and '1,200'; a comma anywhere else is no thousands' one.
const WHOLE_NUMBER = /^(\d+|\d{1,3}(?:,\d{3})+)$/;

/** A whole number as people write it: undefined when nothing is written, NaN for anything else. */
export function readWholeNumber(text: string): number | undefined {
  const written = text.replace(/\s/g, "");
  if (written === "") return undefined;
  return WHOLE_NUMBER.test(written) ? Number(written.replaceAll(",", "")) : Number.NaN;
}
