import { DomainError } from "@studbook/domain/errors";
import type { FastifyRequest } from "fastify";

/**
 * Returns the named parameters of the query string and ignores all others.
 *
 * @throws DomainError BAD_REQUEST if a named parameter is repeated
 */
export function singleQuery<Name extends string>(
  request: FastifyRequest,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const picked: Partial<Record<Name, string>> = {};
  for (const [name, [value, ...others]] of pickParameters(request, names)) {
    if (others.length > 0) {
      const message = `Send the parameter ${name} only once`;
      throw new DomainError("BAD_REQUEST", message, { issues: [{ path: name, message }] });
    }
    picked[name] = value;
  }
  return picked;
}

/** Returns the named parameters of the query string, which may be repeated: one value as a text, several as a list. */
export function repeatableQuery<Name extends string>(
  request: FastifyRequest,
  names: readonly Name[],
): Partial<Record<Name, string | string[]>> {
  const picked: Partial<Record<Name, string | string[]>> = {};
  for (const [name, values] of pickParameters(request, names)) {
    picked[name] = values.length > 1 ? values : values[0];
  }
  return picked;
}

/** Returns the parameters of a URL's query. Parsing the whole URL would take three times as long. */
export function parseQuery(url: string): URLSearchParams {
  const start = url.indexOf("?");
  if (start < 0) return new URLSearchParams();
  const end = url.indexOf("#", start);
  return new URLSearchParams(url.slice(start + 1, end < 0 ? undefined : end));
}

function pickParameters<Name extends string>({ url }: FastifyRequest, names: readonly Name[]) {
  const search = parseQuery(url);
  return names.flatMap((name): [Name, [string, ...string[]]][] => {
    const [first, ...others] = search.getAll(name);
    return first === undefined ? [] : [[name, [first, ...others]]];
  });
}
