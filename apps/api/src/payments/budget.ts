/** How long one request may spend on the card provider, in ms. */
const BUDGET_MS = 9000;

/** The time that is left for the provider, however many calls it takes. */
export type Budget = {
  leftMs(): number;
  /** Settles as the work does, or rejects when the time is over. */
  within<T>(work: Promise<T>): Promise<T>;
};

export class BudgetSpentError extends Error {
  override name = "BudgetSpentError";
}

export function startBudget(ms: number = BUDGET_MS): Budget {
  const endsAt = performance.now() + ms;
  const leftMs = () => Math.max(0, endsAt - performance.now());
  return {
    leftMs,
    async within(work) {
      const { promise: tooLate, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new BudgetSpentError("out of time")), leftMs());
      try {
        return await Promise.race([work, tooLate]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
