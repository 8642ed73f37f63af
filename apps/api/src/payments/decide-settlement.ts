import type { PaymentAttempt } from "@studbook/db/queries/payment-attempts";
import type { PaymentFacts } from "./read-payment.ts";

/** The outcome of an attempt. */
export type Settlement =
  | { kind: "paid" }
  /** Paid, but the payment does not match the attempt; `reason` lists the differences for the log. */
  | { kind: "rejected"; reason: string }
  /** `isDeclined`: a card was declined before the intent was canceled. */
  | { kind: "canceled"; isDeclined: boolean }
  | { kind: "declined" | "pending" };

/** Compares a payment with the attempt that it belongs to. */
export function decideSettlement(attempt: PaymentAttempt, facts: PaymentFacts): Settlement {
  const { status, isDeclined, metadata } = facts;
  if (status === "canceled") return { kind: "canceled", isDeclined };
  if (status !== "succeeded") return { kind: isDeclined ? "declined" : "pending" };
  const differences = [
    ["currency", facts.currency, "usd"],
    ["amount", facts.received, attempt.amount],
    ["attempt", metadata.attemptId, attempt.id],
    ["tier", metadata.tier, attempt.membershipTier],
    ["owner", metadata.userId, attempt.userId ?? metadata.userId],
  ].flatMap(([name, actual, expected]) => (actual === expected ? [] : [`${name}`]));
  return differences.length === 0
    ? { kind: "paid" }
    : { kind: "rejected", reason: differences.join(", ") };
}
