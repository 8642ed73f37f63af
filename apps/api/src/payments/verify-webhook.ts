import { DomainError } from "@studbook/domain/errors";
import Stripe from "stripe";

const TOLERANCE_S = 300;
/** With this tolerance, Stripe's library checks only the signature. */
const ANY_AGE = 0;

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
    const event: unknown = webhooks.constructEvent(
      body,
      signature,
      secret,
      TOLERANCE_S,
      undefined,
      now.getTime(),
    );
    if (!isEvent(event)) throw notAnEvent();
    return event;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw badSignature();
    if (error instanceof DomainError) throw error;
    throw notAnEvent(error);
  }
}

/** Whether signed JSON has what every event has. */
function isEvent(value: unknown): value is Stripe.Event {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    typeof value.type === "string" &&
    "data" in value &&
    typeof value.data === "object" &&
    value.data !== null
  );
}

function notAnEvent(cause?: unknown): DomainError {
  return new DomainError("BAD_REQUEST", "The body is not a Stripe event.", { cause });
}

type SignedBody = {
  body: unknown;
  signature: string;
  /** The endpoint's signing secret; without it every webhook is rejected. */
  secret: string | undefined;
  now: Date;
};

/** Returns the time that Stripe's library reads: the last one, if there are several. */
function timestampOf(signature: string): number {
  const times = signature.split(",").filter((part) => part.startsWith("t="));
  return Number.parseInt(times.at(-1)?.slice(2) ?? "", 10);
}

/**
 * Returns when a webhook was signed if its signature is valid apart from its time: either it is a replay, or a clock is
 * wrong.
 */
export function readWrongTime(
  webhooks: Stripe["webhooks"],
  { body, signature, secret }: SignedBody,
): Date | undefined {
  if (secret === undefined || !Buffer.isBuffer(body)) return undefined;
  try {
    webhooks.constructEvent(body, signature, secret, ANY_AGE);
    return new Date(timestampOf(signature) * 1000);
  } catch {
    // The signature is invalid at any time.
    return undefined;
  }
}

export function badSignature(): DomainError {
  return new DomainError("BAD_SIGNATURE", "The webhook signature is invalid.");
}

/** For a webhook whose signature is valid. Stripe's Dashboard shows the message to the operator. */
export function wrongTime(): DomainError {
  return new DomainError(
    "BAD_SIGNATURE",
    "The webhook was signed more than 300 seconds before or after this site's time.",
  );
}
