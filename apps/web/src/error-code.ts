/**
 * Returns the stable code of a call that the API refused, or undefined for any other error. On the server it is in
 * the error's cause, because the API has its own copy of tRPC's error class.
 */
export function findErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const data = "data" in error ? error.data : undefined;
  if (typeof data === "object" && data !== null && "code" in data) return String(data.code);
  return findErrorCode(error.cause);
}
