import type { PaymentParts } from "./payment-parts.ts";

/** A part of a run of reconciliation, with a time of its own. */
export type Phase = {
  isOver(): boolean;
  /**
   * Does one thing, unless the phase is over; its failure is logged and does not keep the others from
   * their turn.
   */
  attempt(what: Record<string, string>, work: () => Promise<boolean>): Promise<void>;
};

/** @param onChange called when something was put right */
export function startPhase(
  { logger }: PaymentParts,
  ends: readonly (AbortSignal | undefined)[],
  onChange: () => void,
): Phase {
  const isOver = () => ends.some((signal) => signal?.aborted);
  return {
    isOver,
    async attempt(what, work) {
      if (isOver()) return;
      try {
        if (await work()) onChange();
      } catch (error) {
        logger.warn({ err: error, ...what }, "a payment could not be reconciled");
      }
    },
  };
}
