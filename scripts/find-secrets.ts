import { TEST_CARDS } from "@studbook/stripe-sandbox/test-cards";

/** What must never be kept of a payment. */
export type SecretKind = "card number" | "client secret";

export const SECRET_KINDS: readonly SecretKind[] = ["card number", "client secret"];

const BETWEEN_DIGITS = String.raw`(?:[\s+-]|%20)?`;
const CARDS = TEST_CARDS.map(({ number }) => [...number].join(BETWEEN_DIGITS)).join("|");

const PATTERNS: Record<SecretKind, RegExp> = {
  "card number": new RegExp(String.raw`(?<!\d)(?:${CARDS})(?!\d)`),
  "client secret": /(?:pi|seti)_[A-Za-z0-9]+_secret_[A-Za-z0-9]+/,
};

/**
 * The kinds of secrets that a text holds: the number of a card that can be paid with here, however its
 * digits are grouped, and the client secret of an intent.
 */
export function findSecrets(
  text: string,
  kinds: readonly SecretKind[] = SECRET_KINDS,
): SecretKind[] {
  return kinds.filter((kind) => PATTERNS[kind].test(text));
}
