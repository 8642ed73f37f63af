export type Brand = "visa" | "mastercard" | "amex" | "discover" | "unknown";
export type FieldName = "number" | "expiry" | "cvc";

const PREFIXES: [Brand, RegExp][] = [
  ["visa", /^4/],
  ["mastercard", /^(?:5[1-5]|2[2-7])/],
  ["amex", /^3[47]/],
  ["discover", /^(?:6011|64[4-9]|65)/],
];

export function brandOf(digits: string): Brand {
  return PREFIXES.find(([, prefix]) => prefix.test(digits))?.[0] ?? "unknown";
}

export function cardNumberLength(brand: Brand): number {
  return brand === "amex" ? 15 : 16;
}

export function cvcLength(brand: Brand): number {
  return brand === "amex" ? 4 : 3;
}

/** `4242 4242 4242 4242`, or `3782 822463 10005` for American Express. */
export function formatCardNumber(digits: string): string {
  const brand = brandOf(digits);
  const groups = brand === "amex" ? [4, 6, 5] : [4, 4, 4, 4];
  let rest = digits.slice(0, cardNumberLength(brand));
  const parts = groups.map((length) => {
    const part = rest.slice(0, length);
    rest = rest.slice(length);
    return part;
  });
  return parts.filter(Boolean).join(" ");
}

/** `MM / YY`. Also accepts `5`, `05/30` and `05/2030`. Adds nothing while the user deletes. */
export function formatExpiry(typed: string, isDeleting = false): string {
  const digits = typed.replaceAll(/\D/g, "");
  const isOneDigitMonth = /^[2-9]/.test(digits) || (/^1\s*\//.test(typed) && digits.length === 1);
  const full = isOneDigitMonth ? `0${digits}` : digits;
  const month = full.slice(0, 2);
  const year = full.length === 6 ? full.slice(4) : full.slice(2, 4);
  if (month.length < 2 || (isDeleting && year === "")) return isDeleting ? digits : month;
  return `${month} / ${year}`;
}

/**
 * Parses `MM / YY`. Returns undefined for any other text. `year` has four digits. Does not check that the month exists.
 */
export function parseExpiry(text: string): { month: number; year: number } | undefined {
  const [, month, year] = /^(\d\d) \/ (\d\d)$/.exec(text) ?? [];
  return month && year ? { month: Number(month), year: 2000 + Number(year) } : undefined;
}
