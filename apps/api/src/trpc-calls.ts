/** How many calls fit in one request to /trpc. */
export const MAX_CALLS = 10;

/** The procedures that a request to /trpc names: several with `?batch=1`, as tRPC tells them apart. */
export function splitCalls(url: string, path: string): string[] {
  const isBatch = new URL(url, "http://localhost").searchParams.get("batch") === "1";
  return isBatch ? path.split(",") : [path];
}
