import { DomainError } from "@studbook/domain/errors";
import Stripe from "stripe";

const TOLERANCE_S = 300;

/**
 * Returns the event of a webhook if Stripe signed exactly these bytes within 300 s of `now`, earlier or later.
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
    throw new DomainError("BAD_REQUEST", "The body is not a Stripe event.", { cause: error });
  }
}

type SignedBody = {
  body: unknown;
  signature: string;
  /** The endpoint's signing secret; without it every webhook is rejected. */
  secret: string | undefined;
  now: Date;
};

function timestampOf(signature: string): number {
  return Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? 0);
}

export function badSignature(): DomainError {
  return new DomainError("BAD_SIGNATURE", "The webhook signature is invalid.");
}
