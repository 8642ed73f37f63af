const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an id, in any case. PostgreSQL throws an error for any other text. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Whether a text is an id in lower case, as Studbook writes ids in URLs and cursors. */
export function isCanonicalUuid(text: string): boolean {
  return isUuid(text) && text === text.toLowerCase();
}
