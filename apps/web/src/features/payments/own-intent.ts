import type { Tier } from "@studbook/domain/plans";
import { findErrorCode } from "../../error-code.ts";
import { callQuery, type Data } from "../../trpc.ts";
import { describeFailure } from "../forms/describe-failure.ts";

export type OwnIntent =
  /** The intent belongs to the signed-in user. `amount` is in cents. */
  | { kind: "own"; intentId: string; membershipTier: Tier; amount: number }
  /** The intent belongs to another user or does not exist. */
  | { kind: "other" }
  /** The session has ended, or another user has signed in since the page was loaded. */
  | { kind: "signed-out" }
  /** The request failed. `text` is a message for the user. */
  | { kind: "failed"; text: string };

/** Asks the server whether the intent of a client secret is the user's. The secret itself stays in the browser. */
export async function loadOwnIntent(data: Data, clientSecret: string): Promise<OwnIntent> {
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
        return { kind: "failed", text: describeFailure(error).text };
    }
  }
}

/** Returns the ID of the intent in a client secret, or undefined if the text is not a client secret. */
function readIntentId(clientSecret: string): string | undefined {
  return /^(pi_[A-Za-z0-9]+)_secret_\w+$/.exec(clientSecret)?.[1];
}
