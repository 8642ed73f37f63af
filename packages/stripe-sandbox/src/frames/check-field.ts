import { isExpired, passesLuhn } from "../cards/check-card.ts";
import {
  brandOf,
  cardNumberLength,
  cvcLength,
  type FieldName,
  parseExpiry,
} from "./format-card.ts";

export type FieldError = { code: string; message: string };
export type Values = Record<FieldName, string>;

const MAX_VALID_YEARS = 50;

/** Returns a field's error in Stripe's wording, or undefined if the field is valid. */
export function checkField(name: FieldName, values: Values, now: Date): FieldError | undefined {
  const digits = values.number.replaceAll(" ", "");
  if (name === "number") return checkNumber(digits);
  if (name === "expiry") return checkExpiry(values.expiry, now);
  if (values.cvc.length < cvcLength(brandOf(digits))) {
    return fieldError("incomplete_cvc", "Your card's security code is incomplete.");
  }
  return undefined;
}

function checkNumber(digits: string): FieldError | undefined {
  if (digits.length < cardNumberLength(brandOf(digits))) {
    return fieldError("incomplete_number", "Your card number is incomplete.");
  }
  if (!passesLuhn(digits)) return fieldError("invalid_number", "Your card number is invalid.");
  return undefined;
}

function checkExpiry(text: string, now: Date): FieldError | undefined {
  const expiry = parseExpiry(text);
  if (!expiry) return fieldError("incomplete_expiry", "Your card's expiration date is incomplete.");
  if (expiry.month < 1 || expiry.month > 12) {
    return fieldError("invalid_expiry_month", "Your card's expiration date is invalid.");
  }
  if (expiry.year < now.getUTCFullYear()) {
    return fieldError("invalid_expiry_year_past", "Your card's expiration year is in the past.");
  }
  if (isExpired(expiry, now)) {
    return fieldError("invalid_expiry_month_past", "Your card's expiration date is in the past.");
  }
  if (expiry.year > now.getUTCFullYear() + MAX_VALID_YEARS) {
    return fieldError("invalid_expiry_year", "Your card's expiration year is invalid.");
  }
  return undefined;
}

function fieldError(code: string, message: string): FieldError {
  return { code, message };
}
