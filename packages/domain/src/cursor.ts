import { isCanonicalUuid } from "./uuid.ts";

/** A position in a list ordered by `createdAt` then `id`, both descending. */
export type Cursor = {
  /** ISO date-time in UTC with milliseconds, as `Date.toISOString()` returns it. */
  readonly createdAt: string;
  /** A lower-case UUID. */
  readonly id: string;
};

/** The message for a cursor that a list did not return. */
export const INVALID_CURSOR = "The cursor is invalid. Start again without it.";

const PACKED_UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
const TEXT = /^[A-Za-z0-9_-]{32}$/;
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Packs a position into 32 URL-safe characters: 8 bytes of milliseconds since 1970 and the 16 bytes of the ID. Throws
 * RangeError if `createdAt` or `id` is not in its canonical form.
 */
export function encodeCursor(cursor: Cursor): string {
  const ms = Date.parse(cursor.createdAt);
  if (!(ms >= 0 && ms <= LAST_MS) || new Date(ms).toISOString() !== cursor.createdAt) {
    throw new RangeError(
      `createdAt must be a UTC date-time with milliseconds from 1970 to 9999, but is ${cursor.createdAt}`,
    );
  }
  if (!isCanonicalUuid(cursor.id))
    throw new RangeError(`id must be a lower-case UUID, but is ${cursor.id}`);
  const hex = ms.toString(16).padStart(16, "0") + cursor.id.replaceAll("-", "");
  let bytes = "";
  for (let at = 0; at < hex.length; at += 2) {
    bytes += String.fromCharCode(Number.parseInt(hex.slice(at, at + 2), 16));
  }
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_");
}

/** Returns the position that `encodeCursor` packed into a text, or undefined if the text is not a cursor. */
export function decodeCursor(text: string): Cursor | undefined {
  if (!TEXT.test(text)) return undefined;
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join(
    "",
  );
  const ms = Number.parseInt(hex.slice(0, 16), 16);
  if (ms > LAST_MS) return undefined;
  const id = hex.slice(16).replace(PACKED_UUID, "$1-$2-$3-$4-$5");
  return { createdAt: new Date(ms).toISOString(), id };
}
