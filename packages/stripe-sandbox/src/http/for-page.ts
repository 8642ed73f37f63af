import type Stripe from "stripe";

const HIDDEN: readonly string[] = [
  "amount_capturable",
  "amount_received",
  "application",
  "application_fee_amount",
  "customer",
  "customer_account",
  "latest_charge",
  "metadata",
  "on_behalf_of",
  "payment_method_options",
  "review",
  "statement_descriptor",
  "statement_descriptor_suffix",
  "transfer_data",
  "transfer_group",
] satisfies (keyof Stripe.PaymentIntent)[];

/** What a page may know: of an intent neither its metadata nor its customer nor its charge. */
export function forPage(object: object): object {
  if (!("object" in object) || object.object !== "payment_intent") return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !HIDDEN.includes(name)));
}
