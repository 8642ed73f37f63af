import type { BillingDetails, Failure } from "../browser/messages.ts";
import type { Values } from "./check-field.ts";
import { parseExpiry } from "./format-card.ts";

/** Exchanges the card details for a payment method's ID. */
export async function tokenize(
  values: Values,
  key: string,
  billing: BillingDetails,
): Promise<{ paymentMethod: string } | { error: Failure }> {
  const expiry = parseExpiry(values.expiry);
  const body = new URLSearchParams({
    key,
    type: "card",
    "card[number]": values.number.replaceAll(" ", ""),
    "card[exp_month]": String(expiry?.month ?? ""),
    "card[exp_year]": String(expiry?.year ?? ""),
    "card[cvc]": values.cvc,
  });
  const { address, ...texts } = billing;
  for (const [name, value] of Object.entries(texts)) add(body, `billing_details[${name}]`, value);
  for (const [name, value] of Object.entries(address ?? {})) {
    add(body, `billing_details[address][${name}]`, value);
  }
  try {
    const response = await fetch("/v1/payment_methods", { method: "POST", body });
    const json = await response.json();
    return response.ok ? { paymentMethod: json.id } : { error: json.error };
  } catch {
    return {
      error: {
        type: "api_connection_error",
        message:
          "We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.",
      },
    };
  }
}

function add(body: URLSearchParams, name: string, value: string | null | undefined): void {
  if (value) body.set(name, value);
}
