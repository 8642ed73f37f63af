import { ApiError } from "../http/api-error.ts";
import { isExpired, passesLuhn } from "./check-card.ts";
import { TEST_CARDS, type TestCard } from "./test-cards.ts";

type CardParams = { number: string; exp_month: number; exp_year: number; cvc: string };

/**
 * Returns the test card with these details. The card number is not passed on.
 *
 * @throws ApiError 402 if the details are invalid or the card is not a test card.
 */
export function readCard(
  card: CardParams,
  now: Date,
): { testCard: TestCard; expiry: { month: number; year: number } } {
  const number = card.number.replaceAll(/[\s-]/g, "");
  const year = card.exp_year < 100 ? card.exp_year + 2000 : card.exp_year;
  const expiry = { month: card.exp_month, year };
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError("incorrect_number", "Your card number is incorrect.", "number");
  }
  if (expiry.month < 1 || expiry.month > 12) {
    throw cardError(
      "invalid_expiry_month",
      "Your card's expiration month is invalid.",
      "exp_month",
    );
  }
  if (isExpired(expiry, now)) {
    throw cardError("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  }
  if (!/^\d{3,4}$/.test(card.cvc)) {
    throw cardError("invalid_cvc", "Your card's security code is invalid.", "cvc");
  }
  const testCard = TEST_CARDS.find((known) => known.number === number);
  if (testCard) return { testCard, expiry };
  throw new ApiError(402, {
    type: "card_error",
    code: "card_declined",
    decline_code: "test_mode_live_card",
    message:
      "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
  });
}

function cardError(code: string, message: string, param: string): ApiError {
  return new ApiError(402, { type: "card_error", code, message, param });
}
