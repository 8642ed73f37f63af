/** Thrown if the packaged PostgreSQL cannot run. The message tells the operator why, and what to do if that is known. */
export class LocalPostgresError extends Error {
  override name = "LocalPostgresError";
}

/** Returns the reason from what a program of PostgreSQL has printed, which also has the context and what followed. */
export function findReason(output: string): string {
  return /(?:FATAL|PANIC|error): +(.+)/.exec(output)?.[1] ?? output.trim();
}
