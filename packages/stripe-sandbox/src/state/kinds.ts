import type Stripe from "stripe";

/** A 3D Secure challenge for the cardholder. */
export type Challenge = {
  id: string;
  payment_intent: string;
  payment_method: string;
  return_url: string | null;
};

/** The stored objects, by kind. */
export type Kinds = {
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  customer: Stripe.Customer;
  event: Stripe.Event;
  challenge: Challenge;
};

export type Kind = keyof Kinds;
