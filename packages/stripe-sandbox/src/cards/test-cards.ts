export type Decline = { kind: "decline"; code: string; declineCode: string; message: string };

/** What happens when a card is charged. */
export type Outcome = { kind: "succeed" } | { kind: "authenticate" } | Decline;

export type TestCard = {
  number: string;
  /** Payment method IDs that stand for this card. */
  names: readonly string[];
  brand: "visa" | "mastercard" | "amex" | "discover";
  /** Label in the form's list of test cards. Cards without a hint are not listed. */
  hint?: string;
  outcome: Outcome;
};

const succeed: Outcome = { kind: "succeed" };
const authenticate: Outcome = { kind: "authenticate" };

function decline(declineCode: string, message: string, code = "card_declined"): Decline {
  return { kind: "decline", code, declineCode, message };
}

/** Cards of https://docs.stripe.com/testing. The sandbox declines all other numbers. */
export const TEST_CARDS: readonly TestCard[] = [
  {
    number: "4242424242424242",
    names: ["pm_card_visa"],
    brand: "visa",
    hint: "Payment succeeds",
    outcome: succeed,
  },
  {
    number: "4000000000000002",
    names: ["pm_card_chargeDeclined", "pm_card_visa_chargeDeclined"],
    brand: "visa",
    hint: "Card is declined",
    outcome: decline("generic_decline", "Your card was declined."),
  },
  {
    number: "4000000000009995",
    names: [
      "pm_card_chargeDeclinedInsufficientFunds",
      "pm_card_visa_chargeDeclinedInsufficientFunds",
    ],
    brand: "visa",
    hint: "Insufficient funds",
    outcome: decline("insufficient_funds", "Your card has insufficient funds."),
  },
  {
    number: "4000002500003155",
    names: ["pm_card_authenticationRequiredOnSetup"],
    brand: "visa",
    hint: "Asks for 3D Secure",
    outcome: authenticate,
  },
  {
    number: "4000002760003184",
    names: ["pm_card_authenticationRequired"],
    brand: "visa",
    outcome: authenticate,
  },
  {
    number: "4000000000000069",
    names: ["pm_card_chargeDeclinedExpiredCard", "pm_card_visa_chargeDeclinedExpiredCard"],
    brand: "visa",
    outcome: decline("expired_card", "Your card has expired.", "expired_card"),
  },
  {
    number: "4000000000000127",
    names: ["pm_card_chargeDeclinedIncorrectCvc", "pm_card_visa_chargeDeclinedIncorrectCvc"],
    brand: "visa",
    outcome: decline("incorrect_cvc", "Your card's security code is incorrect.", "incorrect_cvc"),
  },
  {
    number: "4000000000000119",
    names: ["pm_card_chargeDeclinedProcessingError", "pm_card_visa_chargeDeclinedProcessingError"],
    brand: "visa",
    outcome: decline(
      "processing_error",
      "An error occurred while processing your card. Try again in a little bit.",
      "processing_error",
    ),
  },
  {
    number: "5555555555554444",
    names: ["pm_card_mastercard"],
    brand: "mastercard",
    outcome: succeed,
  },
  { number: "378282246310005", names: ["pm_card_amex"], brand: "amex", outcome: succeed },
  { number: "6011111111111117", names: ["pm_card_discover"], brand: "discover", outcome: succeed },
];

/** Returns the value that is stored instead of the card number. */
export function fingerprintOf(card: TestCard): string {
  return `testcard${String(TEST_CARDS.indexOf(card)).padStart(8, "0")}`;
}

export function findByFingerprint(fingerprint: string | null | undefined): TestCard | undefined {
  return TEST_CARDS.find((card) => fingerprintOf(card) === fingerprint);
}
