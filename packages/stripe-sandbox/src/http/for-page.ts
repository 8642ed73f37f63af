import type Stripe from "stripe";

/** What a page may know: of an intent neither its metadata nor its customer nor its charge. */
export function forPage(object: object): object {
  return isIntent(object) ? hideFromPage(object) : object;
}

function isIntent(object: object): object is Stripe.PaymentIntent {
  return "object" in object && object.object === "payment_intent";
}

function hideFromPage(intent: Stripe.PaymentIntent) {
  const {
    metadata: _metadata,
    customer: _customer,
    latest_charge: _charge,
    amount_received: _received,
    amount_capturable: _capturable,
    application: _application,
    application_fee_amount: _fee,
    on_behalf_of: _behalf,
    payment_method_options: _options,
    statement_descriptor: _descriptor,
    statement_descriptor_suffix: _suffix,
    transfer_data: _transfer,
    transfer_group: _group,
    review: _review,
    ...rest
  } = intent;
  return rest;
}
