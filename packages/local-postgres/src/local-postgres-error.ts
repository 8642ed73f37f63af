/** Thrown if the packaged PostgreSQL cannot run. The message tells the operator why, and what to do if that is known. */
export class LocalPostgresError extends Error {
  override name = "LocalPostgresError";
}
