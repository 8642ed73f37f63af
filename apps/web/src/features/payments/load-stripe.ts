import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import type { PaymentSettings } from "@studbook/api/page-contract";

let loading: Promise<Stripe> | undefined;

/** Returns Stripe.js, which is loaded once. Throws if it cannot be loaded; the next call tries again. */
export function getStripe(settings: PaymentSettings): Promise<Stripe> {
  loading ??= load(settings).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load({ publishableKey, scriptUrl }: PaymentSettings): Promise<Stripe> {
  // In the demo, the sandbox's script defines window.Stripe, so that Stripe's own is not loaded.
  if (scriptUrl !== undefined && !("Stripe" in window)) await loadScript(scriptUrl);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("Stripe.js can be loaded only in a browser");
  return stripe;
}

function loadScript(src: string): Promise<void> {
  const script = document.createElement("script");
  script.src = src;
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    };
    document.head.append(script);
  });
}
