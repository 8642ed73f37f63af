// Not in cursor.ts, so that visitors do not load what packs cursors.

/**
 * Whether a text has the form of a cursor with a date before the year 4199. A cheap check for pages: `decodeCursor`
 * accepts every such text.
 */
export function isCursor(text: unknown): text is string {
  return typeof text === "string" && /^AAA[\w-]{29}$/.test(text);
}
