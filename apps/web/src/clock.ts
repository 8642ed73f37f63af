let aheadMs = 0;

/**
 * Sets the clock by which memberships are shown, to that of the database: the clock of a server or of a visitor's device
 * may be wrong. All documents follow the same clock, so requests that are rendered at once do not disturb each other.
 */
export function setClock(isoInstant: string): void {
  aheadMs = Date.parse(isoInstant) - Date.now();
}

/** The present, by the database's clock. */
export function getNow(): Date {
  return new Date(Date.now() + aheadMs);
}
