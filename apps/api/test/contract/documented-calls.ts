import { METHODS, type Method, type OpenApi, type Operation } from "../../src/openapi/types.ts";
import { MATRIX, ROLES, type Role } from "../matrix/table.ts";

/** A call in the document. */
export type DocumentedCall = { method: Method; path: string; operation: Operation };

/** A case of the matrix: the caller, the case's label and the expected status. */
export type Cell = { row: string; role: Role; label: string; status: number };

export function listCalls({ paths }: OpenApi): DocumentedCall[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

/** Returns all matrix cells of this call. */
export function cellsOf({ method, path }: DocumentedCall): Cell[] {
  const name = `${method.toUpperCase()} ${path}`;
  return MATRIX.filter(({ call }) => call === name || call.startsWith(`${name} `)).flatMap(
    ({ call, cells }) =>
      ROLES.flatMap((role) =>
        cells[role].map(({ label, status }) => ({ row: call, role, label, status })),
      ),
  );
}
