const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID, in any case. PostgreSQL throws an error for any other text. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Whether a text is a lower-case UUID, the form of IDs in Studbook's URLs and cursors. */
export function isCanonicalUuid(text: string): boolean {
  return isUuid(text) && text === text.toLowerCase();
}
