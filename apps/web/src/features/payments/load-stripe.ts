import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";

let loading: Promise<Stripe> | undefined;

/** Returns Stripe.js, which is loaded once. Throws if it cannot be loaded; the next call tries again. */
export function getStripe(publishableKey: string): Promise<Stripe> {
  loading ??= load(publishableKey).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("Stripe.js can be loaded only in a browser");
  return stripe;
}
