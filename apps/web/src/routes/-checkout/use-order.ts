import type { Stripe } from "@stripe/stripe-js";
import type { Tier } from "@studbook/domain/plans";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { findErrorCode } from "../../error-code.ts";
import { signInAgain } from "../../features/auth/session.ts";
import { describeFailure, type Failure } from "../../features/forms/describe-failure.ts";
import { getStripe } from "../../features/payments/load-stripe.ts";
import { PAYMENT_ENDED } from "../../features/payments/pay-by-card.ts";
import { clearToasts, showToast } from "../../features/toasts/show-toast.ts";
import type { Data, Outputs } from "../../trpc.ts";
import { purchaseWords } from "./purchase-words.ts";

type Intent = Outputs["payments"]["createIntent"];

export type Order =
  | { kind: "preparing" }
  | { kind: "failed" }
  /** There is nothing to pay: why, in the server's words, and whether it was paid already. */
  | { kind: "refused"; message: string; isPaid: boolean }
  | { kind: "ready"; stripe: Stripe; intent: Intent; words: string | undefined };

const NO_INTENT = "Failed to create payment intent";

type OrderOptions = { data: Data; tier: Tier; publishableKey: string };

/** What is to be paid for a membership. The server computes it, and a refused coupon changes nothing. */
export function useOrder({ data, tier, publishableKey }: OrderOptions) {
  const router = useRouter();
  const [order, setOrder] = useState<Order>({ kind: "preparing" });
  const [isChanging, setIsChanging] = useState(false);
  const latest = useRef(0);
  const couponCode = useRef<string>(undefined);

  const fail = async ({ code, text }: Failure): Promise<void> => {
    if (code === "NOT_SIGNED_IN") return signInAgain(router);
    const title = isCouponRefusal(code) ? "Invalid Coupon" : "Error";
    await showToast({ title, text, tone: "destructive" });
  };

  const askIntent = async (code: string | undefined): Promise<Intent> => {
    const client = await data.getClient();
    const coupon = code !== undefined && { couponCode: code };
    return client.payments.createIntent.mutate({ membershipTier: tier, ...coupon });
  };
  /** With the coupon of before, unless it can no longer be had. */
  const askIntentAgain = async (): Promise<Intent> => {
    try {
      return await askIntent(couponCode.current);
    } catch (error) {
      if (couponCode.current === undefined || !isCouponRefusal(findErrorCode(error))) throw error;
      return askIntent(undefined);
    }
  };
  const ask = async (): Promise<Order> => {
    const client = await data.getClient();
    const { decision, paid } = await client.payments.checkout.query({ membershipTier: tier });
    if (decision.kind === "refused") {
      return { kind: "refused", message: decision.message, isPaid: paid !== null };
    }
    // The form itself says that it could not be loaded: no toast of the intent, which may be there.
    const loaded = getStripe(publishableKey).catch(() => undefined);
    const [stripe, intent] = await Promise.all([loaded, askIntentAgain()]);
    if (!stripe) return { kind: "failed" };
    return { kind: "ready", stripe, intent, words: purchaseWords(decision, tier) };
  };

  const prepare = async (): Promise<Order> => {
    latest.current += 1;
    const own = latest.current;
    setOrder({ kind: "preparing" });
    let next: Order = { kind: "failed" };
    try {
      next = await ask();
    } catch (error) {
      const failure = describeFailure(error, NO_INTENT);
      const isRefusal = failure.code === "PURCHASE_REFUSED" || failure.code === "FORBIDDEN";
      if (isRefusal) next = { kind: "refused", message: failure.text, isPaid: false };
      else if (latest.current === own) await fail(failure);
    }
    if (latest.current !== own) return next;
    if (next.kind === "ready") couponCode.current = next.intent.coupon?.code;
    setOrder(next);
    return next;
  };

  /** Prepares another payment in place of one that was canceled before it was paid. */
  const renew = async (): Promise<void> => {
    const code = couponCode.current;
    const next = await prepare();
    // The page itself says that it was paid in another tab.
    if (next.kind === "refused") return;
    const isCouponLost = next.kind === "ready" && code !== undefined && !next.intent.coupon;
    const text = isCouponLost
      ? `${PAYMENT_ENDED} The coupon ${code} is no longer available: check the total and try again.`
      : `${PAYMENT_ENDED} Check the total and try again.`;
    await showToast({ title: "Payment Failed", text, tone: "destructive" });
  };

  /** Applies a coupon, or takes it off. True when the order has changed. */
  const changeCoupon = async (code?: string): Promise<boolean> => {
    if (order.kind !== "ready") return false;
    setIsChanging(true);
    clearToasts();
    try {
      const intent = await askIntent(code);
      couponCode.current = intent.coupon?.code;
      setOrder({ ...order, intent });
      return true;
    } catch (error) {
      const failure = describeFailure(error, NO_INTENT);
      // It was paid elsewhere meanwhile.
      if (failure.code === "PURCHASE_REFUSED") await prepare();
      else await fail(failure);
      return false;
    } finally {
      setIsChanging(false);
    }
  };

  const begin = useEffectEvent(prepare);
  useEffect(() => void begin(), []);
  const giveUp = () => setOrder({ kind: "failed" });
  const leaveToSignIn = () => void signInAgain(router);
  return { order, isChanging, prepare, renew, changeCoupon, giveUp, leaveToSignIn };
}

function isCouponRefusal(code: string | undefined): boolean {
  return code === "COUPON_INVALID" || code === "COUPON_USED";
}
