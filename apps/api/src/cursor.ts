import { type Cursor, decodeCursor, INVALID_CURSOR } from "@studbook/domain/cursor";
import { DomainError } from "@studbook/domain/errors";

/** Decodes a list's cursor; undefined stays undefined. Throws DomainError BAD_REQUEST if it is malformed. */
export function getCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const cursor = decodeCursor(text);
  if (cursor) return cursor;
  const message = INVALID_CURSOR;
  throw new DomainError("BAD_REQUEST", message, { issues: [{ path: "cursor", message }] });
}
