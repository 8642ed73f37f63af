import type { Tier } from "@studbook/domain/plans";
import { findErrorCode } from "../../error-code.ts";
import { callQuery, type Data } from "../../trpc.ts";
import { describeFailure } from "../forms/describe-failure.ts";

export type OwnIntent =
  /** The signed-in user's. `amount` is in cents. */
  | { kind: "own"; intentId: string; membershipTier: Tier; amount: number }
  /** Somebody else's, or nobody's. */
  | { kind: "other" }
  /** The session has ended, or another user has signed in since the page was loaded. */
  | { kind: "signed-out" }
  /** The server gave no answer; `text` is one sentence for a person. */
  | { kind: "unanswered"; text: string };

/** Asks the server whose intent a client secret belongs to. The secret itself stays in the browser. */
export async function findOwnIntent(data: Data, clientSecret: string): Promise<OwnIntent> {
  const paymentIntentId = readIntentId(clientSecret);
  if (paymentIntentId === undefined) return { kind: "other" };
  try {
    const intent = await callQuery(data, "payments.ownIntent", { paymentIntentId });
    return { kind: "own", intentId: paymentIntentId, ...intent };
  } catch (error) {
    switch (findErrorCode(error)) {
      case "PAYMENT_NOT_FOUND":
      case "FORBIDDEN":
        return { kind: "other" };
      case "NOT_SIGNED_IN":
        return { kind: "signed-out" };
      default:
        return { kind: "unanswered", text: describeFailure(error).text };
    }
  }
}

/** The part of a client secret that names the intent; undefined for a text that is no client secret. */
function readIntentId(clientSecret: string): string | undefined {
  return /^(pi_[A-Za-z0-9]+)_secret_\w+$/.exec(clientSecret)?.[1];
}
