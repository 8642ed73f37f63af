const PREFIX = "/* name: ";

/**
 * Marks a statement to be prepared once per connection under this name. pg throws if the same name is used for
 * another text. Kysely passes pg only a text and values, so the name travels in a leading comment. Other statements stay
 * unprepared, because their number is unbounded.
 */
export function named(name: string, text: string): string {
  return `${PREFIX}${name} */ ${text}`;
}

/** Returns the name of a statement from `named`. */
export function findStatementName(text: string): string | undefined {
  if (!text.startsWith(PREFIX)) return undefined;
  return text.slice(PREFIX.length, text.indexOf(" */"));
}
