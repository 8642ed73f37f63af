import { createHmac } from "node:crypto";

/**
 * Stripe's signature header for a webhook: https://docs.stripe.com/webhooks#verify-manually
 *
 * @param at seconds since 1970
 */
export function signPayload(payload: string, secret: string, at: number): string {
  const signature = createHmac("sha256", secret).update(`${at}.${payload}`).digest("hex");
  return `t=${at},v1=${signature}`;
}
