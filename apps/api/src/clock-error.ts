/** A smaller error only matters to log lines and to the signatures of requests to the photo bucket. */
const MAX_ERROR_S = 60;

/**
 * Describes for the operator that two clocks differ by more than a minute.
 *
 * @param clocks.name whose clock it is, such as "the database's"
 * @param clocks.reference whose clock it is compared with
 * @param aheadMs how far it is ahead of the reference, in milliseconds
 * @returns undefined if the clocks agree
 */
export function describeClockError(
  { name, reference }: { name: string; reference: string },
  aheadMs: number,
): string | undefined {
  const seconds = Math.round(aheadMs / 1000);
  if (Math.abs(seconds) <= MAX_ERROR_S) return undefined;
  const direction = seconds > 0 ? "ahead of" : "behind";
  return `${name} clock is ${Math.abs(seconds)} s ${direction} ${reference}`;
}
