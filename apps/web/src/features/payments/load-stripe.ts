import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";

let loading: Promise<Stripe> | undefined;

/** The provider's script, loaded once. Throws when it cannot be; the next call tries again. */
export function getStripe(publishableKey: string): Promise<Stripe> {
  loading ??= load(publishableKey).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("The payment provider's script runs in browsers alone.");
  return stripe;
}
