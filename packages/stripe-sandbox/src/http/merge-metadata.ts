import type Stripe from "stripe";

/** Returns the changed metadata. An empty string removes a key, null removes all keys. */
export function mergeMetadata(
  old: Stripe.Metadata,
  change: Record<string, string> | null | undefined,
): Stripe.Metadata {
  if (change === null) return {};
  return Object.fromEntries(
    Object.entries({ ...old, ...change }).filter(([, value]) => value !== ""),
  );
}
