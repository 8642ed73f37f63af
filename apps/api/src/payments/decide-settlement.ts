import type { PaymentAttempt } from "@studbook/db/queries/payment-attempts";
import type { PaymentFacts } from "./read-payment.ts";

/** What the provider's facts mean for an attempt. */
export type Settlement =
  | { kind: "paid" }
  /** Paid, but not what was asked for: `reason` names what differs, for the log. */
  | { kind: "rejected"; reason: string }
  /** Whether a card was refused before that is kept, whichever of the two is heard of first. */
  | { kind: "canceled"; isDeclined: boolean }
  | { kind: "declined" | "pending" };

/** Compares what was paid with what was asked for. */
export function decideSettlement(attempt: PaymentAttempt, facts: PaymentFacts): Settlement {
  const { status, isDeclined, metadata } = facts;
  if (status === "canceled") return { kind: "canceled", isDeclined };
  if (status !== "succeeded") return { kind: isDeclined ? "declined" : "pending" };
  const differing = [
    ["currency", facts.currency, "usd"],
    ["amount", facts.received, attempt.amount],
    ["attempt", metadata.attemptId, attempt.id],
    ["tier", metadata.tier, attempt.membershipTier],
    ["owner", metadata.userId, attempt.userId ?? metadata.userId],
  ].flatMap(([name, found, asked]) => (found === asked ? [] : [`${name}`]));
  return differing.length === 0
    ? { kind: "paid" }
    : { kind: "rejected", reason: differing.join(", ") };
}
