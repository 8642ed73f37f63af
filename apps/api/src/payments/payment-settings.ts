import type { PaymentSettings } from "@studbook/domain/payment";
import type { Config } from "../config.ts";

/** What pages may know of the card provider. */
export function paymentSettings({ stripe }: Pick<Config, "stripe">): PaymentSettings {
  return { publishableKey: stripe.publishableKey, sandboxPort: stripe.sandbox?.port ?? null };
}
