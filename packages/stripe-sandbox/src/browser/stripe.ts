import { IntegrationError } from "./integration-error.ts";
import { createStripe } from "./stripe-object.ts";

/** The release train that `@stripe/stripe-js` checks for. */
const VERSION = "endive";

const script = document.currentScript;
const origin = script instanceof HTMLScriptElement ? new URL(script.src).origin : location.origin;

function Stripe(key: string) {
  if (!/^pk_/.test(key)) {
    throw new IntegrationError("Stripe() needs a publishable key, which begins with pk_.");
  }
  return createStripe({ origin, key });
}

Object.assign(window, { Stripe: Object.assign(Stripe, { version: VERSION }) });
