import type { LightMyRequestResponse } from "fastify";

/** What a call was answered, without the form that REST and tRPC each give it. */
export type Told = { status: number; result?: unknown; error?: unknown };

/** What REST answered; a list comes with its total and whether there is a next page. */
export function restTold(response: LightMyRequestResponse): Told {
  const { statusCode: status, headers } = response;
  if (!headers["content-type"]?.toString().startsWith("application/json")) return { status };
  const body = response.json();
  if (status >= 400) return { status, error: body };
  const total = headers["x-total-count"];
  if (total === undefined) return { status, result: body };
  return { status, result: { items: body, total: Number(total), hasNext: "link" in headers } };
}

/** What tRPC answered. */
export function trpcTold(response: LightMyRequestResponse): Told {
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

const OF_ITS_OWN = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "an id"],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "an instant"],
  [/"(?:caller|new|user)-[\w-]+"/g, '"a name"'],
  [/pi_\w+/g, "a payment"],
] as const;

/** An answer without what is another in every world: ids, instants, names. */
export function withoutOwn(told: Told): unknown {
  const text = OF_ITS_OWN.reduce(
    (json, [form, word]) => json.replaceAll(form, word),
    JSON.stringify(told),
  );
  return JSON.parse(text);
}
