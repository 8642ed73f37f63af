import { type Cursor, decodeCursor } from "@studbook/domain/cursor";
import { DomainError } from "@studbook/domain/errors";

/** The place that a cursor of a list stands for. Throws DomainError BAD_REQUEST. */
export function getCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const cursor = decodeCursor(text);
  if (cursor) return cursor;
  const message = "The cursor is not one that this API gave out. Start again without it.";
  throw new DomainError("BAD_REQUEST", message, { issues: [{ path: "cursor", message }] });
}
