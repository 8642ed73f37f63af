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
  const search = new URL(request.url, "http://localhost").searchParams;
  const picked: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const values = search.getAll(name);
    if (values.length > 1) {
      const message = `Send the parameter ${name} only once`;
      throw new DomainError("BAD_REQUEST", message, { issues: [{ path: name, message }] });
    }
    const [value] = values;
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}
