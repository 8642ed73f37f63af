/** Whether the check digit of a card number is correct (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length > 0 && sum % 10 === 0;
}

/** Whether a card's expiry month has passed. `year` has four digits. */
export function isExpired(expiry: { month: number; year: number }, now: Date): boolean {
  const nowMonths = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  return expiry.year * 12 + expiry.month < nowMonths;
}
