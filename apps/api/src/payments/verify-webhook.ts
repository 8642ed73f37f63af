import { DomainError } from "@studbook/domain/errors";
import Stripe from "stripe";

const TOLERANCE_S = 300;

/**
 * The event of a webhook, when the provider has signed exactly these bytes within 300 s of `now`,
 * earlier or later.
 *
 * @throws DomainError BAD_SIGNATURE, BAD_REQUEST
 */
export function verifyWebhook(
  webhooks: Stripe["webhooks"],
  { body, signature, secret, now }: SignedBody,
): Stripe.Event {
  try {
    const tooEarly = timestampOf(signature) - now.getTime() / 1000 > TOLERANCE_S;
    if (tooEarly || secret === undefined || !Buffer.isBuffer(body)) throw badSignature();
    return webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, now.getTime());
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw badSignature();
    if (error instanceof DomainError) throw error;
    throw new DomainError("BAD_REQUEST", "This is not an event.", { cause: error });
  }
}

type SignedBody = {
  body: unknown;
  signature: string;
  /** The endpoint's secret; without one nothing is believed. */
  secret: string | undefined;
  now: Date;
};

function timestampOf(signature: string): number {
  return Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? 0);
}

function badSignature(): DomainError {
  return new DomainError("BAD_SIGNATURE", "The webhook signature is invalid.");
}
