import type { LightMyRequestResponse } from "fastify";

/** A response in a form that is comparable between REST and tRPC. */
export type ComparableResponse = { status: number; result?: unknown; error?: unknown };

/** Reads a REST response. A list includes its total and whether there is a next page. */
export function readRestResponse(response: LightMyRequestResponse): ComparableResponse {
  const { statusCode: status, headers } = response;
  if (!headers["content-type"]?.toString().startsWith("application/json")) return { status };
  const body = response.json();
  if (status >= 400) return { status, error: body };
  const total = headers["x-total-count"];
  if (total === undefined) return { status, result: body };
  return { status, result: { items: body, total: Number(total), hasNext: "link" in headers } };
}

/** Reads a tRPC response. */
export function readTrpcResponse(response: LightMyRequestResponse): ComparableResponse {
  const { error, result } = response.json();
  const { statusCode: status } = response;
  if (error) {
    const { code, issues } = error.data;
    return { status, error: { error: error.message, code, ...(issues && { issues }) } };
  }
  const { data } = result;
  if (!data?.items || !("nextCursor" in data)) return { status, result: data };
  const { nextCursor, ...page } = data;
  return { status, result: { ...page, hasNext: nextCursor !== null } };
}

const UNIQUE_VALUES = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "an id"],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "an instant"],
  [/"(?:caller|new|user)-[\w-]+"/g, '"a name"'],
  [/pi_\w+/g, "a payment"],
] as const;

/** Replaces values that differ in every world: IDs, instants, names. */
export function withoutUniqueValues(response: ComparableResponse): unknown {
  const text = UNIQUE_VALUES.reduce(
    (json, [pattern, placeholder]) => json.replaceAll(pattern, placeholder),
    JSON.stringify(response),
  );
  return JSON.parse(text);
}
