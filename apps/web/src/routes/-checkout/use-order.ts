import type { Stripe } from "@stripe/stripe-js";
import type { PaymentSettings } from "@studbook/api/page-contract";
import type { Tier } from "@studbook/domain/plans";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { findErrorCode } from "../../error-code.ts";
import { signInAgain } from "../../features/auth/session.ts";
import { describeFailure, type Failure } from "../../features/forms/describe-failure.ts";
import { getStripe } from "../../features/payments/load-stripe.ts";
import { PAYMENT_CANCELED, type PaymentFailure } from "../../features/payments/pay-by-card.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { callMutation, callQuery, type Data, type Outputs } from "../../trpc.ts";
import { describePurchase } from "./describe-purchase.ts";

type Intent = Outputs["payments"]["createIntent"];

export type Order =
  | { kind: "preparing" }
  | { kind: "failed" }
  /** This membership is already paid or cannot be bought. `message` is the server's. */
  | { kind: "refused"; message: string; isPaid: boolean }
  | { kind: "ready"; stripe: Stripe; intent: Intent; description: string | undefined };

/** A coupon that could not be kept when the order was prepared, and why. */
export type RefusedCoupon = { code: string; message: string };

export const INTENT_FAILED = "Failed to create payment intent";

type OrderOptions = {
  data: Data;
  tier: Tier;
  payments: PaymentSettings;
  /** The coupon in the address, which is there to survive a reload. */
  coupon: string | undefined;
  onFailure: (failure: PaymentFailure) => void;
};

/** The order of a membership. The server computes the price. A refused coupon leaves the order unchanged. */
export function useOrder({ data, tier, payments, coupon, onFailure }: OrderOptions) {
  const router = useRouter();
  const [order, setOrder] = useState<Order>({ kind: "preparing" });
  const [isChanging, setIsChanging] = useState(false);
  const [refusedCoupon, setRefusedCoupon] = useState<RefusedCoupon>();
  const latest = useRef(0);
  const couponCode = useRef(coupon);

  const fail = async ({ code, text }: Failure): Promise<void> => {
    if (code === "NOT_SIGNED_IN") return signInAgain(router);
    await showToast({ title: "Error", text, tone: "destructive" });
  };

  const createIntent = (code: string | undefined): Promise<Intent> => {
    const coupon = code !== undefined && { couponCode: code };
    return callMutation(data, "payments.createIntent", { membershipTier: tier, ...coupon });
  };
  /** Keeps the coupon if it is still available. */
  const recreateIntent = async (): Promise<Intent> => {
    try {
      return await createIntent(couponCode.current);
    } catch (error) {
      const code = couponCode.current;
      const failure = describeFailure(error, INTENT_FAILED);
      if (code === undefined || !isCouponRefusal(failure.code)) throw error;
      const intent = await createIntent(undefined);
      setRefusedCoupon({ code, message: failure.text });
      void showToast({ title: "Invalid Coupon", text: failure.text, tone: "destructive" });
      return intent;
    }
  };
  const rememberCoupon = (code: string | undefined) => {
    couponCode.current = code;
    const search = { tier, ...(code !== undefined && { coupon: code }) };
    void router.navigate({ to: "/checkout", search, replace: true });
  };
  const loadOrder = async (): Promise<Order> => {
    const input = { membershipTier: tier };
    const { decision, paid } = await callQuery(data, "payments.checkout", input);
    if (decision.kind === "refused") {
      return { kind: "refused", message: decision.message, isPaid: paid !== null };
    }
    // The page itself shows that the card form could not be loaded, so there is no toast for it.
    const loaded = getStripe(payments).catch(() => undefined);
    const [stripe, intent] = await Promise.all([loaded, recreateIntent()]);
    if (!stripe) return { kind: "failed" };
    const description = describePurchase(decision, tier);
    return { kind: "ready", stripe, intent, description };
  };

  const prepare = async (): Promise<Order> => {
    setOrder({ kind: "preparing" });
    return await load();
  };

  const load = async (): Promise<Order> => {
    latest.current += 1;
    const own = latest.current;
    let next: Order = { kind: "failed" };
    try {
      next = await loadOrder();
    } catch (error) {
      const failure = describeFailure(error, INTENT_FAILED);
      const isRefusal = failure.code === "PURCHASE_REFUSED" || failure.code === "FORBIDDEN";
      if (isRefusal) next = { kind: "refused", message: failure.text, isPaid: false };
      else if (latest.current === own) await fail(failure);
    }
    if (latest.current !== own) return next;
    if (next.kind === "ready") rememberCoupon(next.intent.coupon?.code);
    setOrder(next);
    return next;
  };

  /** Replaces a payment that was canceled before it was paid. The card stays in the form. */
  const renew = async (): Promise<void> => {
    setIsChanging(true);
    const next = await load();
    setIsChanging(false);
    // The page itself shows that it was paid in another tab, or that the form could not be loaded.
    if (next.kind !== "ready") return;
    onFailure({ message: PAYMENT_CANCELED, advice: "Check the total and try again." });
    await showToast({
      title: "Payment Failed",
      text: `${PAYMENT_CANCELED} Check the total and try again.`,
      tone: "destructive",
    });
  };

  /**
   * Applies the coupon with this code, or removes the current coupon if `code` is undefined. Returns whether the order
   * changed. Throws a refusal.
   */
  const changeCoupon = async (code?: string): Promise<boolean> => {
    if (order.kind !== "ready") return false;
    setIsChanging(true);
    setRefusedCoupon(undefined);
    try {
      const intent = await createIntent(code);
      rememberCoupon(intent.coupon?.code);
      setOrder({ ...order, intent });
      return true;
    } catch (error) {
      const refusal = findErrorCode(error);
      if (refusal === "NOT_SIGNED_IN") await signInAgain(router);
      // It was paid in another tab.
      else if (refusal === "PURCHASE_REFUSED") await prepare();
      else throw error;
      return false;
    } finally {
      setIsChanging(false);
    }
  };

  const start = useEffectEvent(prepare);
  useEffect(() => void start(), []);
  const giveUp = () => setOrder({ kind: "failed" });
  const leaveToSignIn = () => void signInAgain(router);
  return { order, isChanging, refusedCoupon, prepare, renew, changeCoupon, giveUp, leaveToSignIn };
}

export function isCouponRefusal(code: string | undefined): boolean {
  return code === "COUPON_INVALID" || code === "COUPON_USED";
}
