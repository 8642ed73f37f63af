import type { Stripe } from "@stripe/stripe-js";
import type { PaymentSettings } from "@studbook/api/page-contract";
import { PLANS, type Tier } from "@studbook/domain/plans";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { signInAgain } from "../../features/auth/session.ts";
import { getStripe } from "../../features/payments/load-stripe.ts";
import { loadOwnIntent } from "../../features/payments/own-intent.ts";
import { storeSecret } from "../../features/payments/stored-secret.ts";
import type { Data } from "../../trpc.ts";

type IntentState =
  | { kind: "preparing" }
  | { kind: "failed" }
  | { kind: "paid"; intentId: string }
  | { kind: "ready"; stripe: Stripe }
  /** The intent was canceled while the page was open. Nothing was charged. */
  | { kind: "canceled" };

type IntentOptions = {
  data: Data;
  tier: Tier;
  clientSecret: string;
  payments: PaymentSettings;
  /** Called for an intent that this page must not offer to pay. */
  onOther: () => void;
};

/**
 * Looks up an intent before the page offers to pay it (decisions, section 5): first on our server, which knows whose it
 * is, and then at Stripe.
 */
export function useIntent(options: IntentOptions) {
  const { data, tier, clientSecret, payments, onOther } = options;
  const router = useRouter();
  const [state, setState] = useState<IntentState>({ kind: "preparing" });

  const leaveToSignIn = () => {
    storeSecret(clientSecret);
    void signInAgain(router);
  };
  const find = async (): Promise<IntentState | "other" | "signed-out"> => {
    const own = await loadOwnIntent(data, clientSecret);
    if (own.kind === "failed") return { kind: "failed" };
    if (own.kind !== "own") return own.kind;
    const price = PLANS[tier].priceCents;
    if (own.membershipTier !== tier || own.amount !== price) return "other";
    const stripe = await getStripe(payments);
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    if (!paymentIntent) return { kind: "failed" };
    const { id, status, amount, currency } = paymentIntent;
    if (id !== own.intentId || amount !== price || currency !== "usd") return "other";
    if (status === "succeeded") return { kind: "paid", intentId: id };
    // /checkout explains a payment that is being processed, and replaces a canceled one.
    return status === "processing" || status === "canceled" ? "other" : { kind: "ready", stripe };
  };
  const prepare = async () => {
    setState({ kind: "preparing" });
    const next = await find().catch((): IntentState => ({ kind: "failed" }));
    if (next === "other") onOther();
    else if (next === "signed-out") leaveToSignIn();
    else setState(next);
  };
  const start = useEffectEvent(prepare);
  useEffect(() => void start(), []);
  return {
    state,
    prepare,
    leaveToSignIn,
    fail: () => setState({ kind: "failed" }),
    cancel: () => setState({ kind: "canceled" }),
    pay: (intentId: string) => setState({ kind: "paid", intentId }),
  };
}
