import type Stripe from "stripe";

/** Adds to or changes metadata: '' removes a key, null all of them. */
export function mergeMetadata(
  old: Stripe.Metadata,
  change: Record<string, string> | null | undefined,
): Stripe.Metadata {
  if (change === null) return {};
  return Object.fromEntries(
    Object.entries({ ...old, ...change }).filter(([, value]) => value !== ""),
  );
}
