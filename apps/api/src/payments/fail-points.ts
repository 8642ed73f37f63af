/** Points between charging a card and activating the membership at which tests kill the server. Each follows an await. */
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

/** Called at every fail point; a test may kill the process there. */
export type OnFailPoint = (point: FailPoint) => Promise<void>;
