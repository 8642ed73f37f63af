import Stripe from "stripe";
import type { StripeSettings } from "./stripe-settings.ts";

const TIMEOUT_MS = 3000;

/** Creates Stripe's SDK. It makes no request until it is used. */
export function createStripe({ secretKey, sandbox }: StripeSettings): Stripe {
  return new Stripe(secretKey, {
    apiVersion: "2026-10-28.endive",
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(sandbox && addressOf(sandbox.apiUrl)),
  });
}

function addressOf(apiUrl: string): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  const { hostname, port, protocol } = new URL(apiUrl);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port || (protocol === "https:" ? 443 : 80),
    protocol: protocol === "https:" ? "https" : "http",
  };
}
