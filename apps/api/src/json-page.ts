/** A page of a list whose items are a JSON array. */
export type JsonPage = { items: string; total: number; nextCursor: string | null };

/** Returns the whole page as JSON. */
export function stringifyPage({ items, total, nextCursor }: JsonPage): string {
  return `{"items":${items},"total":${total},"nextCursor":${JSON.stringify(nextCursor)}}`;
}

/** Returns the body of tRPC's response to a single call. */
export function toTrpcResult(result: string | JsonPage): string {
  return `{"result":{"data":${typeof result === "string" ? result : stringifyPage(result)}}}`;
}
