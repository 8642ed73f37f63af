import { METHODS, type Method, type OpenApi, type Operation } from "../../src/openapi/types.ts";
import { MATRIX, ROLES, type Role } from "../matrix/table.ts";

/** A call in the document. */
export type DocumentedCall = { method: Method; path: string; operation: Operation };

/** A case of the matrix: the caller, the case's label, and whether the call is granted. */
export type Cell = { row: string; role: Role; label: string; isGranted: boolean };

export function listCalls({ paths }: OpenApi): DocumentedCall[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

/** Returns all matrix cells of this call, and the first cell for each status. */
export function cellsOf({ method, path }: DocumentedCall): { first: Cell[]; all: Cell[] } {
  const name = `${method.toUpperCase()} ${path}`;
  const cells = MATRIX.filter(({ call }) => call === name || call.startsWith(`${name} `)).flatMap(
    ({ call, cells: byRole }) =>
      ROLES.flatMap((role) =>
        byRole[role].map(({ label, status }) => ({ row: call, role, label, status })),
      ),
  );
  const toCell = ({ status, ...cell }: (typeof cells)[number]): Cell => ({
    ...cell,
    isGranted: status < 300,
  });
  const isFirst = ({ status }: (typeof cells)[number], at: number) =>
    cells.findIndex((other) => other.status === status) === at;
  return { first: cells.filter(isFirst).map(toCell), all: cells.map(toCell) };
}
