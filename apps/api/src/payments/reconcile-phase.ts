import type { PaymentParts } from "./payment-parts.ts";

/** One phase of a reconciliation run, with its own time limit. */
export type Phase = {
  isOver(): boolean;
  /**
   * Runs one task, unless the phase is over. A failure is logged and does not stop the phase.
   *
   * @param task returns whether it corrected anything
   */
  run(logFields: Record<string, string>, task: () => Promise<boolean>): Promise<void>;
};

/** @param onChange called after each task that corrected something */
export function startPhase(
  { logger }: PaymentParts,
  signals: readonly (AbortSignal | undefined)[],
  onChange: () => void,
): Phase {
  const isOver = () => signals.some((signal) => signal?.aborted);
  return {
    isOver,
    async run(logFields, task) {
      if (isOver()) return;
      try {
        if (await task()) onChange();
      } catch (error) {
        logger.warn({ err: error, ...logFields }, "could not reconcile a payment");
      }
    },
  };
}
