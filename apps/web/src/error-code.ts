/** Returns the stable code of a call that the API refused, or undefined for any other error. */
export function findErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const data = "data" in error ? error.data : undefined;
  return typeof data === "object" && data !== null && "code" in data
    ? String(data.code)
    : undefined;
}
