import type { Stripe } from "@stripe/stripe-js";
import { PLANS, type Tier } from "@studbook/domain/plans";
import { useEffect, useEffectEvent, useState } from "react";
import { getStripe } from "../../features/payments/load-stripe.ts";

type IntentState =
  | { kind: "preparing" }
  | { kind: "failed" }
  | { kind: "paid"; intentId: string }
  | { kind: "ready"; stripe: Stripe };

type IntentOptions = {
  tier: Tier;
  clientSecret: string;
  publishableKey: string;
  /** Called for an intent of another amount than the page says. */
  onOther: () => void;
};

/** Looks an intent up before the page offers to pay it (decisions on /signup/payment). */
export function useIntent({ tier, clientSecret, publishableKey, onOther }: IntentOptions) {
  const [state, setState] = useState<IntentState>({ kind: "preparing" });

  const find = async (): Promise<IntentState | undefined> => {
    const stripe = await getStripe(publishableKey);
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    if (!paymentIntent) return { kind: "failed" };
    const { id, status, amount, currency } = paymentIntent;
    if (amount !== PLANS[tier].priceCents || currency !== "usd") return undefined;
    if (status === "succeeded") return { kind: "paid", intentId: id };
    return status === "canceled" ? undefined : { kind: "ready", stripe };
  };
  const prepare = async () => {
    setState({ kind: "preparing" });
    const next = await find().catch((): IntentState => ({ kind: "failed" }));
    if (next) setState(next);
    else onOther();
  };
  const begin = useEffectEvent(prepare);
  useEffect(() => void begin(), []);
  return {
    state,
    prepare,
    fail: () => setState({ kind: "failed" }),
    pay: (intentId: string) => setState({ kind: "paid", intentId }),
  };
}
