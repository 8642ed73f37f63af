import type { Tier } from "@studbook/domain/plans";
import type { Data } from "../../trpc.ts";

/** Pauses before the second and each further try. */
const PAUSES_MS = [1000, 3000, 6000];

/**
 * Tells the server that an intent was paid, again when that fails. False when it failed to the end:
 * then the server finds the payment by itself within minutes.
 */
export async function confirmMembership(
  { getClient }: Pick<Data, "getClient">,
  paid: { paymentIntentId: string; membershipTier: Tier },
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<boolean> {
  try {
    await (await getClient()).payments.confirmMembership.mutate(paid);
    return true;
  } catch {
    const [pause, ...rest] = pausesMs;
    if (pause === undefined) return false;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return confirmMembership({ getClient }, paid, rest);
  }
}
