/** The places, each after an await, between a card's charge and the membership it pays for. */
export const FAIL_POINTS = [
  "confirm-received",
  "webhook-verified",
  "attempt-found",
  "intent-retrieved",
  "rows-locked",
  "payment-written",
  "attempt-written",
  "membership-written",
  "committed",
] as const;

export type FailPoint = (typeof FAIL_POINTS)[number];

/** Told of every place as it is passed; a test may end the process there. */
export type ReachPoint = (point: FailPoint) => Promise<void>;
