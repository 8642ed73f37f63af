import { describe, expect, it } from "vitest";
import { TEST_CARDS } from "../cards/test-cards.ts";
import { checkField } from "./check-field.ts";
import {
  brandOf,
  type FieldName,
  formatCardNumber,
  formatExpiry,
  parseExpiry,
} from "./format-card.ts";

describe("formatting", () => {
  it.each([
    ["4", "4"],
    ["42424", "4242 4"],
    ["4242424242424242", "4242 4242 4242 4242"],
    ["42424242424242429999", "4242 4242 4242 4242"],
    ["378282246310005", "3782 822463 10005"],
  ])("groups the digits as on the card: %s", (digits, formatted) => {
    expect(formatCardNumber(digits)).toBe(formatted);
  });

  it.each([
    ["1", "1"],
    ["5", "05 / "],
    ["12", "12 / "],
    ["1/", "01 / "],
    ["123", "12 / 3"],
    ["1/34", "13 / 4"],
    ["05/34", "05 / 34"],
    ["05/2034", "05 / 34"],
    ["12 / 345", "12 / 34"],
  ])("formats an expiration date: %s", (typed, formatted) => {
    expect(formatExpiry(typed)).toBe(formatted);
  });

  it("allows deleting past the slash", () => {
    expect(formatExpiry("12 / ", true)).toBe("12");
    expect(formatExpiry("1", true)).toBe("1");
  });
});

describe("checkField", () => {
  const NOW = new Date("2026-11-21T12:00:00Z");
  const GOOD = { number: "4242 4242 4242 4242", expiry: "12 / 34", cvc: "123" };
  it.each<[FieldName, string, string | undefined]>([
    ["number", "4242 4242 4242 4242", undefined],
    ["number", "4242 4242 4242 424", "incomplete_number"],
    ["number", "4242 4242 4242 4241", "invalid_number"],
    ["number", "", "incomplete_number"],
    ["expiry", "11 / 26", undefined],
    ["expiry", "10 / 26", "invalid_expiry_month_past"],
    ["expiry", "12 / 25", "invalid_expiry_year_past"],
    ["expiry", "13 / 30", "invalid_expiry_month"],
    ["expiry", "00 / 30", "invalid_expiry_month"],
    ["expiry", "12 / 3", "incomplete_expiry"],
    ["expiry", "12 / 99", "invalid_expiry_year"],
    ["cvc", "123", undefined],
    ["cvc", "12", "incomplete_cvc"],
  ])("checks %s %s", (name, value, code) => {
    expect(checkField(name, { ...GOOD, [name]: value }, NOW)?.code).toBe(code);
  });

  it("requires a four-digit security code for American Express", () => {
    const amex = { ...GOOD, number: "3782 822463 10005" };
    expect(checkField("cvc", amex, NOW)?.code).toBe("incomplete_cvc");
    expect(checkField("cvc", { ...amex, cvc: "1234" }, NOW)).toBeUndefined();
  });

  it("accepts every test card and detects its brand", () => {
    for (const { number, brand } of TEST_CARDS) {
      expect(
        checkField("number", { ...GOOD, number: formatCardNumber(number) }, NOW),
      ).toBeUndefined();
      expect(brandOf(number)).toBe(brand);
    }
    expect(parseExpiry("12 / 34")).toEqual({ month: 12, year: 2034 });
  });
});
